"""Greedy replies of a model in PyTorch, as JSON: python greedy.py MODEL [ADAPTER] < prompts.json

`prompts` is a list of message lists. What the test of the export compares llama.cpp with.
"""

import json
import sys
from pathlib import Path

import torch

from parley_trainer.adapters import merge
from parley_trainer.base import load_base
from parley_trainer.masking import end_tokens, prompt_tokens

torch.set_num_threads(1)
model, tokenizer = load_base(sys.argv[1], torch.float32, torch.device("cpu"))
if len(sys.argv) > 2:
    model = merge(model, Path(sys.argv[2]))
ends = end_tokens(tokenizer, model)
replies = []
for messages in json.load(sys.stdin):
    prompt = torch.tensor([prompt_tokens(tokenizer, messages)])
    with torch.no_grad():
        out = model.generate(prompt, max_new_tokens=24, do_sample=False, eos_token_id=ends, use_cache=True)
    said = out[0, prompt.shape[1] :].tolist()
    replies.append({"prompt": prompt.shape[1], "tokens": len(said), "text": tokenizer.decode(said, skip_special_tokens=True)})
print(json.dumps(replies))
