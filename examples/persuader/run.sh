#!/usr/bin/env bash
# A persuader on a model that can talk: teachers' games in three rule sets, sft on them, a round of DAgger, grpo on success, judged by the lab.
# README.md beside this file says what every stage writes. What is there is kept, and what was stopped goes on.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: run.sh WORK [STAGE...]

Trains and judges everything in the folder WORK; logs are in WORK/log, and the same command goes on where it was stopped. Without a stage, all of them in order:
  lessons   teachers' games of mindgames, ptom and trace as rows, to train and to validate on
  sft       a LoRA on the lessons
  dagger    that model plays, the teachers say what they would have done; goes on with this and some of the lessons
  grpo      goes on with reward for success, over parley serve
  select    all there are on scenarios to choose by; ONLY for the verdict is chosen from this
  verdict   base, planner, scripts and what was trained, on scenarios that nothing met
  expected  what persuaders expected of what they did and did not do, against what came of it (needs npx tsx)

Environment:
  MODEL     the base (WORK/models/qwen): a GGUF file, a folder, or a name on the Hub
  PARLEY    how parley is called (this checkout's dist, else npx parley)
  TRAIN     how the trainer is called ("$PARLEY train")
  DOMAINS   the rule sets ("mindgames ptom trace")
  LESSONS   games of the teacher in ptom (1000), three times as many in mindgames, half as many in trace; half of them with slips
  HELD_OUT  games to validate on, in each rule set (30)
  MET       games of the student in each rule set (100); GRPO_GAMES scenarios for grpo (400)
  PARTS     processes that play lessons (2)
  SERVERS   processes that serve the models together (1: all adapters are one batch)
  TABLES    games at once in the lab (192)
  PORT      8300: it and the next must be free
  SFT_SET GRPO_SET SERVE_SET  further options of the trainer, such as "--set max_steps=12" (the planner's prompts and answers need a context of 2048 at least)
  COUNT     scenarios of every experiment in place of its own
  ONLY      the trained ones to be served and judged, of those that are there ("sft dagger grpo")

Examples:
  MODEL=qwen.gguf examples/persuader/run.sh work
  ONLY=grpo DOMAINS=ptom examples/persuader/run.sh work verdict
HELP
}

ALL="lessons sft dagger grpo select verdict expected"
TRAINED="sft dagger grpo"
HERE=$(cd "$(dirname "$0")" && pwd)
DOMAINS=${DOMAINS:-mindgames ptom trace} LESSONS=${LESSONS:-1000} HELD_OUT=${HELD_OUT:-30} MET=${MET:-100} GRPO_GAMES=${GRPO_GAMES:-400}
PORT=${PORT:-8300}
for domain in $DOMAINS; do
  [ -f "$HERE/verdict-$domain.yaml" ] || { echo "run.sh: a rule set is mindgames, ptom or trace; got $domain" >&2; exit 2; }
done
. "$HERE/../taught.sh"

# By how much is decided in a turn, and how often: in mindgames one message says what must be read off a table.
games_of() { case $1 in mindgames) echo $((3 * LESSONS)) ;; trace) echo $((LESSONS / 2)) ;; *) echo "$LESSONS" ;; esac; }

lessons() {
  local domain games
  [ "$LESSONS" -ge 4 ] || { fail "LESSONS is 4 at least, got $LESSONS"; return 1; }
  for domain in $DOMAINS; do
    games=$(games_of "$domain")
    in_parts "rows/$domain" --domain "$domain" --count $(((games + 1) / 2)) --seed 1000000
    in_parts "rows/$domain-slips" --domain "$domain" --count $((games / 2)) --seed 1100000 --slips 0.2
    in_parts "rows/$domain-held-out" --domain "$domain" --count "$HELD_OUT" --seed 2500000
  done
  together rows/train.jsonl $(for domain in $DOMAINS; do echo "rows/$domain.jsonl rows/$domain-slips.jsonl"; done)
  together rows/validation.jsonl $(for domain in $DOMAINS; do echo "rows/$domain-held-out.jsonl"; done)
  wc -l rows/train.jsonl rows/validation.jsonl
}

sft() { need_rows && train sft sft $SFT_SET; }

# trained_of DOMAIN: the agents of its experiment that are there and asked for.
trained_of() {
  local one
  for one in $ONLY; do if has $one; then sed -n "s|^  - \(llm:compatible/$one?.*\)|\1|p" "$HERE/verdict-$1.yaml"; fi; done
}

students() {
  local domain agent
  for domain in $DOMAINS; do
    agent=$(trained_of "$domain")
    lab "games/$domain" "$HERE/verdict-$domain.yaml" --agent "${agent%&beliefs=on}" --no-controls --seed 1500000 --count "$MET"
  done
}
dagger() {
  local domain
  if has dagger; then say "dagger is there"; return 0; fi
  need sft
  ONLY=sft served students
  for domain in $DOMAINS; do in_parts "rows/$domain-met" --domain "$domain" --met "games/$domain/episodes.jsonl" --student llm:; done
  { for domain in $DOMAINS; do cat "rows/$domain-met.jsonl"; done; awk 'NR % 3 == 0' rows/train.jsonl; } >rows/dagger.jsonl
  train dagger sft --set rows=rows/dagger.jsonl --set start=runs/sft/adapter --set epochs=1 $SFT_SET
}

grpo_rows() {
  local i tasks=() one
  for one in $DOMAINS; do
    case $one in
      mindgames) tasks+=("mindgames-hidden mindgames:rational" "mindgames-scrambled mindgames:rational") ;;
      ptom) tasks+=("ptom-fit ptom:mind" "ptom-a ptom:mind") ;;
      trace) tasks+=("trace trace:network") ;;
    esac
  done
  for i in $(seq 0 $((GRPO_GAMES - 1))); do
    set -- ${tasks[$((i % ${#tasks[@]}))]}
    echo "{\"task\": \"$1\", \"seat\": \"persuader\", \"opponent\": \"$2\", \"seed\": $((1200000 + i))}"
  done
}
grpo() {
  need dagger
  grpo_rows >rows/grpo.jsonl
  rewarded grpo rows/grpo.jsonl $GRPO_SET
}

each_selected() {
  local domain agent agents
  for domain in $DOMAINS; do
    agents=()
    while read -r agent; do agents+=(--agent "${agent%&beliefs=on}"); done <<<"$(trained_of "$domain")"
    lab "judged/selection-$domain" "$HERE/verdict-$domain.yaml" "${agents[@]}" --no-controls --seed 2000000 --count "${COUNT:-40}"
  done
}
choose() { need_any && served each_selected; }
each_judged() {
  local domain failed=0
  for domain in $DOMAINS; do
    pruned "verdict-$domain.yaml" && lab "judged/verdict-$domain" "verdict-$domain.yaml" ${COUNT:+--count $COUNT} || failed=1
  done
  return $failed
}
verdict() { served each_judged; }
expected() {
  local domain runs=()
  for domain in $DOMAINS; do if [ -f "judged/verdict-$domain/episodes.jsonl" ]; then runs+=("$PWD/judged/verdict-$domain"); fi; done
  [ ${#runs[@]} != 0 ] || { echo "run.sh: no verdict is there: run that stage first" >&2; return 1; }
  (cd "$ROOT" && npx tsx scripts/counterfactuals.ts "${runs[@]}") >judged/expected.md
  cat judged/expected.md
}

run_stages
