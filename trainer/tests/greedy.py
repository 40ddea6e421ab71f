"""Greedy replies of models in PyTorch, as JSON: python greedy.py < asked.json

`asked` is a list of {model, adapter?, prompts}, where prompts are lists of messages: what the test of the export compares
llama.cpp with. All models in one process, since it takes seconds to start.
"""

import json
import sys
from pathlib import Path

import torch

from parley_trainer.adapters import merge
from parley_trainer.base import load_base
from parley_trainer.masking import end_tokens, prompt_tokens

torch.set_num_threads(1)


def replies(model: str, prompts: list, adapter: str | None = None) -> list[dict]:
    network, tokenizer = load_base(model, torch.float32, torch.device("cpu"))
    if adapter:
        network = merge(network, Path(adapter))
    ends = end_tokens(tokenizer, network)
    said = []
    for messages in prompts:
        prompt = torch.tensor([prompt_tokens(tokenizer, messages)])
        with torch.no_grad():
            out = network.generate(prompt, max_new_tokens=24, do_sample=False, eos_token_id=ends, use_cache=True)
        tokens = out[0, prompt.shape[1] :].tolist()
        text = tokenizer.decode(tokens, skip_special_tokens=True)
        said.append({"prompt": prompt.shape[1], "tokens": len(tokens), "text": text})
    return said


print(json.dumps([replies(**asked) for asked in json.load(sys.stdin)]))
