#!/usr/bin/env bash
# A negotiator on a model that can talk: a teacher's games, sft on its acts and what it goes by, rounds of DAgger, each judged by the lab.
# README.md beside this file says what every stage writes. What is there is kept.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: run.sh WORK [STAGE...]

Trains and judges everything in the folder WORK; logs are in WORK/log, and the same command goes on where it was stopped. Without a stage, all of them in order:
  lessons   a teacher's games as rows, an act each and before it what the teacher goes by, to train and to validate on
  zero      the base against the opponents to choose by
  thought   a LoRA on the lessons
  seeds     the same with the seeds of SEEDS: thought-43 and thought-44
  dagger    that model plays, the teacher says what it would have done; goes on with this and some of the lessons
  again     a second round of that, with what the first has trained
  grpo      goes on from the first trained one with what games pay, over parley serve; kept is what earns most before those to choose by
  select    all there are, against the opponents to choose by
  verdict   the trained ones and scripts against opponents and scenarios that nothing met
  controls  on the first of these scenarios base, guards and A/A
  terms     the first trained one on the suite of TERMS-Bench
  pages     what presets say of the base, and of the first trained one where it can play; several at once
  roles     a LoRA on the lessons of the buyer, one on those of the seller, one on half of both: as many rows each
  crossplay base, buyer, seller and generalist, everybody against everybody in both seats

Environment:
  MODEL     the base (WORK/models/qwen): a GGUF file, a folder, or a name on the Hub
  PARLEY    how parley is called (this checkout's dist, else npx parley)
  TRAIN     how the trainer is called ("$PARLEY train")
  TEACHER   appraiser, or tuned (parley data prepare lessons --help)
  LESSONS   games of the teacher (40000, a turn of every fourth is learned or so; with tuned 2000, five turns of each); HELD_OUT games to validate on (600; 60)
  TERMS     share of the lessons against counterparts of TERMS-Bench, never of its suite (0.1; with tuned 0.25)
  SLIPS     share of the lessons in which the teacher drifts off its own prices, with what it would do there (0.7)
  SEEDS     further seeds of the training (43 44)
  PARTS     processes that play lessons (2)
  SERVERS   processes that serve the models together (1: all adapters are one batch)
  TABLES    games at once in the lab (192)
  GRPO_GAMES scenarios for grpo (400)
  PORT      8200: it and for grpo the next must be free
  SFT_SET GRPO_SET SERVE_SET  further options of the trainer, such as "--set max_steps=12" and "--set rows=384": two rows of the server for
            each of TABLES in crossplay, where both seats are models, else prompts are read again and again
  COUNT     scenarios of every experiment in place of its own
  ONLY      the trained ones to be served and judged, of those that are there
  PAGES     which pages (agreemate janus-bench tells ladder seller-quality arena persuasion persuasion-ptom persuasion-trace)

Example: MODEL=qwen.gguf examples/negotiator/run.sh work
HELP
}

ALL="lessons zero thought seeds dagger again grpo select verdict controls terms pages roles crossplay"
TRAINED="thought thought-43 thought-44 dagger again grpo"
HERE=$(cd "$(dirname "$0")" && pwd)
TEACHER=${TEACHER:-appraiser} SLIPS=${SLIPS:-0.7} SEEDS=${SEEDS:-43 44} GRPO_GAMES=${GRPO_GAMES:-400} PORT=${PORT:-8200}
case $TEACHER in
  appraiser) LESSONS=${LESSONS:-40000} HELD_OUT=${HELD_OUT:-600} TERMS=${TERMS:-0.1} ;;
  *) LESSONS=${LESSONS:-2000} HELD_OUT=${HELD_OUT:-60} TERMS=${TERMS:-0.25} ;;
esac
PAGES=${PAGES:-agreemate janus-bench tells ladder seller-quality arena persuasion persuasion-ptom persuasion-trace}
. "$HERE/../taught.sh"

lessons() {
  in_parts rows/train --teacher "$TEACHER" --count "$LESSONS" --seed 1100000 --thoughts --figures --terms "$TERMS" --slips "$SLIPS"
  in_parts rows/validation --teacher "$TEACHER" --count "$HELD_OUT" --seed 2500000 --thoughts --figures --terms "$TERMS"
}

thought() { need_rows && train thought sft $SFT_SET; }
seeds() {
  local seed
  need_rows
  for seed in $SEEDS; do train "thought-$seed" sft $SFT_SET --set seed="$seed"; done
}

judged() { pruned "$2" && lab "judged/$1" "$2" ${COUNT:+--count $COUNT}; }
zero() { served judged zero selection.yaml; }
choose() { need_any && served judged selection selection.yaml; }
verdict() { served judged verdict verdict.yaml; }
controls() { served judged controls verdict-controls.yaml; }
# round STUDENT NAME SEED: the student plays, its turns are labelled, and NAME goes on from it with these rows and a third of the lessons'.
round() {
  if has "$2"; then say "$2 is there"; return 0; fi
  need "$1"
  sed -e "s|compatible/thought|compatible/$1|" -e "s|seed: [0-9]*|seed: $3|" "$HERE/students.yaml" >"students-$1.yaml"
  ONLY=$1 served students "$1"
  in_parts "rows/met-$1" --teacher "$TEACHER" --met "games/$1/episodes.jsonl" --student llm: --thoughts
  { cat rows/met-*.jsonl; awk 'NR % 3 == 0' rows/train.jsonl; } >"rows/$2.jsonl"
  train "$2" sft $SFT_SET --set rows="rows/$2.jsonl" --set start="runs/$1/adapter"
}
students() { lab "games/$1" "students-$1.yaml" ${COUNT:+--count $COUNT}; }
dagger() { round thought dagger 1500000; }
again() { round dagger again 1600000; }

# rewards COUNT SEED OPPONENT...: games of any zone, both seats, the opponents in turn.
rewards() {
  local i seats=(buyer seller) count=$1 seed=$2; shift 2
  for i in $(seq 0 $((count - 1))); do
    set -- "${@:2}" "$1"
    echo "{\"task\": \"price-any\", \"seat\": \"${seats[$((i % 2))]}\", \"opponent\": \"${!#}\", \"seed\": $((seed + i))}"
  done
}
# opponents_of FILE: those of its experiment that haggle over a price of any zone.
opponents_of() { sed -n '/^opponents:/,/^[a-z]/s/^  - \(worded:.*\)/\1/p' "$HERE/$1"; }
grpo() {
  need thought
  rewards "$GRPO_GAMES" 1700000 $(opponents_of students.yaml) >rows/grpo.jsonl
  rewards 96 2600000 $(opponents_of selection.yaml) >rows/grpo-validation.jsonl
  rewarded grpo rows/grpo.jsonl $GRPO_SET
}

THOUGHT='llm:compatible/thought?reason=first&figures=on&guards=off&temperature=0&tokens=360'
terms() { need thought && ONLY=thought served lab judged/terms terms --no-controls --agent "$THOUGHT" ${COUNT:+--count $COUNT}; }
pages() { need thought && ONLY=thought served presets; }
presets() {
  local page failed=0 ids=()
  for page in $PAGES; do
    case $page in
      agreemate | janus-bench | tells) lab "pages/$page" "$HERE/pages/$page.yaml" ${COUNT:+--count $COUNT} ;;
      # Nobody has figures where several buy.
      arena) lab pages/arena arena --count "${COUNT:-30}" --agent llm:compatible/base --agent "${THOUGHT/&figures=on/}" --agent bazaar:smart --agent bazaar:naive ;;
      *) lab "pages/$page" "$page" --count "${COUNT:-30}" --model compatible/base ;;
    esac &
    ids+=($!)
  done
  for page in "${ids[@]}"; do wait "$page" || failed=1; done
  return $failed
}

# As many rows for each: all of the seat that has fewer, as many of the other, and every second of both.
role_rows() {
  local seat least
  if [ -f rows/generalist.jsonl ]; then return 0; fi
  for seat in buyer seller; do grep "\"id\":\"[^\"]*-$seat\"" rows/train.jsonl >"rows/all-$seat"; done
  least=$(cat <(wc -l <rows/all-buyer) <(wc -l <rows/all-seller) | sort -n | head -n 1)
  least=$((least - least % 2))
  for seat in buyer seller; do sed -n "1,${least}p" "rows/all-$seat" >"rows/$seat.jsonl"; done
  paste -d '\n' rows/buyer.jsonl rows/seller.jsonl | awk 'NR % 4 == 1 || NR % 4 == 2' >rows/generalist.part
  mv rows/generalist.part rows/generalist.jsonl
  rm rows/all-buyer rows/all-seller
  wc -l rows/buyer.jsonl rows/seller.jsonl rows/generalist.jsonl
}
roles() {
  local role
  role_rows
  for role in buyer seller generalist; do train $role sft $SFT_SET --set rows=rows/$role.jsonl; done
}
crossplay() { need buyer seller generalist && ONLY="buyer seller generalist" served lab judged/cross-play "$HERE/cross-play.yaml" ${COUNT:+--count $COUNT}; }

run_stages
