"""One update of TRL's GRPOTrainer on parley's games, as JSON: python trl_environment.py SERVER < row.json

Everything is TRL's own (tools, resets, masks, rewards, loss) but the words, which a random model has none of: half of the games are
played with an offer and an accept, half walk away. What test/trainer.test.ts looks at.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"

import torch
import trl
from datasets import Dataset
from tokenizers import AddedToken
from transformers import Qwen3Config, Qwen3ForCausalLM

from parley_trainer.toy import toy_tokenizer
from parley_trainer.trl_environment import games

torch.set_num_threads(1)
TOOL_TOKENS = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>")
row = json.load(sys.stdin)
tokenizer = toy_tokenizer()
tokenizer.add_tokens([AddedToken(word, special=False, normalized=False) for word in TOOL_TOKENS])
tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates/qwen3.jinja").read_text()
shape = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2, "head_dim": 16}
model = Qwen3ForCausalLM(Qwen3Config(vocab_size=len(tokenizer), num_key_value_heads=2, max_position_embeddings=8192, **shape))
model.generation_config.eos_token_id = tokenizer.eos_token_id
before = {name: one.detach().clone() for name, one in model.named_parameters()}


def call(act):
    said = {"name": "reply", "arguments": {"text": json.dumps(act)}}
    return f"<tool_call>\n{json.dumps(said)}\n</tool_call><|im_end|>"


class Scripted(trl.GRPOTrainer):
    def _generate_single_turn(self, prompt_ids, *_, **__):
        said = []
        for number, ids in enumerate(prompt_ids):
            turns = self._tokenizer.decode(ids).count("<tool_response>")
            offers = {"act": "offer", "price": row["offer"], "words": "Please."}
            second = {"act": "accept" if number % 2 else "walk", "price": None, "words": "So be it."}
            said.append(call(offers) if turns == 0 else call(second) if turns == 1 else "Done.<|im_end|>")
        return [self._tokenizer.encode(one, add_special_tokens=False) for one in said], None


game = {"prompt": [{"role": "user", "content": ""}], **{key: row[key] for key in ("task", "seat", "opponent", "seed")}}
with tempfile.TemporaryDirectory() as folder:
    options = {"per_device_train_batch_size": 4, "num_generations": 4, "max_completion_length": 4096, "max_steps": 1}
    trainer = Scripted(
        model=model,
        processing_class=tokenizer,
        args=trl.GRPOConfig(
            folder,
            use_cpu=True,
            bf16=False,
            report_to="none",
            logging_steps=1,
            learning_rate=1e-2,
            disable_tqdm=True,
            **options,
        ),
        train_dataset=Dataset.from_list([game] * 4),
        environment_factory=games(sys.argv[1]),
    )
    trainer.train()
(log,) = (one for one in trainer.state.log_history if "reward" in one)
moved = max(float((one.detach() - before[name]).abs().max()) for name, one in model.named_parameters())
told = {name: log[name] for name in ("reward", "reward_std", "tools/call_frequency", "tools/failure_frequency", "grad_norm")}
print(json.dumps({**told, "moved": moved}))
