#!/usr/bin/env bash
# A negotiator on a model that can talk: a teacher's games, sft on them, then on what the teacher goes by, rounds of DAgger, each judged by the lab.
# README.md beside this file says what every stage writes. What is there is kept.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: run.sh WORK [STAGE...]

Trains and judges everything in the folder WORK. Without a stage, all of them in order:
  lessons   a teacher's games as rows of whole games, to train and to validate on
  zero      the base against the opponents to choose by
  sft       a LoRA on the lessons
  thought   goes on from there with acts before which stands what the teacher goes by
  seeds     the same twice more, with other seeds: thought-43 and thought-44
  dagger    that model plays, the teacher says what it would have done; goes on with this and some of the lessons
  again     a second round of that, with what the first has trained
  select    all there are, against the opponents to choose by
  verdict   the same against opponents and scenarios that nothing met

Environment:
  MODEL     the base (WORK/models/qwen): a GGUF file, a folder, or a name on the Hub
  PARLEY    how parley is called (this checkout's dist, else npx parley)
  TRAIN     how the trainer is called ("$PARLEY train")
  TEACHER   tuned, or switching (parley data prepare lessons --help)
  LESSONS   games of the teacher (3000), again as many with thoughts; HELD_OUT games to validate on (120)
  PARTS     processes that play lessons (2)
  SERVERS   processes that serve the models together (3)
  TABLES    games at once in the lab (192)
  PORT      8200: one port, must be free
  SFT_SET   further options of the trainer, such as "--set max_steps=12"
  COUNT     scenarios of every experiment in place of its own
  ONLY      the trained ones to be served and judged, of those that are there

Example: MODEL=qwen.gguf examples/negotiator/run.sh work
HELP
}

ALL="lessons zero sft thought seeds dagger again select verdict"
TRAINED="sft thought thought-43 thought-44 dagger again"
case "${1:---help}" in -h | --help) usage; exit 0 ;; esac
WORK=$1; shift
STAGES=${*:-$ALL}
for stage in $STAGES; do
  case " $ALL " in *" $stage "*) ;; *) echo "run.sh: a stage is one of $ALL; got $stage" >&2; exit 2 ;; esac
done
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
MODEL=${MODEL:-models/qwen}
if [ -z "${PARLEY:-}" ]; then
  if [ -f "$ROOT/dist/cli/main.js" ]; then PARLEY="node $ROOT/dist/cli/main.js"; else PARLEY="npx parley"; fi
fi
TRAIN=${TRAIN:-$PARLEY train}
TEACHER=${TEACHER:-tuned} LESSONS=${LESSONS:-3000} HELD_OUT=${HELD_OUT:-120} PARTS=${PARTS:-2} SERVERS=${SERVERS:-3} TABLES=${TABLES:-192}
PORT=${PORT:-8200} SFT_SET=${SFT_SET:-} COUNT=${COUNT:-} ONLY=${ONLY:-$TRAINED}
mkdir -p "$WORK/log"
cd "$WORK"

say() { echo "[$(date +%T)] $*"; }
stop() { kill "$@" 2>/dev/null || true; wait "$@" 2>/dev/null || true; }
trap 'running=$(jobs -p); [ -z "$running" ] || stop $running' EXIT

# in_parts OUT OPTIONS...: the teacher's work by several processes, and all rows together in OUT.jsonl.
in_parts() {
  local out=$1 i ids=(); shift
  if [ -s "$out.jsonl" ]; then say "$out.jsonl is there"; return 0; fi
  mkdir -p "$(dirname "$out")" log
  for i in $(seq 0 $((PARTS - 1))); do
    $PARLEY data prepare lessons --teacher "$TEACHER" "$@" --part "$i/$PARTS" --out "$out/$i" >"log/$(basename "$out")-$i.log" 2>&1 &
    ids+=($!)
  done
  for i in "${ids[@]}"; do wait "$i"; done
  cat "$out"/*/train.jsonl >"$out.part" && mv "$out.part" "$out.jsonl"
  tail -qn 1 log/"$(basename "$out")"-*.log
}
lessons() {
  in_parts rows/train --count "$LESSONS" --seed 1000000
  in_parts rows/validation --count "$HELD_OUT" --seed 2500000
  in_parts rows/thought --count "$LESSONS" --seed 1100000 --thoughts
  in_parts rows/thought-validation --count "$HELD_OUT" --seed 2500000 --thoughts
}

has() { [ -f "runs/$1/adapter/adapter_model.safetensors" ]; }
train() {
  local name=$1; shift
  if [ -f "runs/$name/card.json" ]; then say "$name is trained"; return 0; fi
  $TRAIN sft --config "$HERE/sft.yaml" --set model="$MODEL" --set output="runs/$name" $SFT_SET "$@" >"log/$name.log" 2>&1
  grep -h '"loss"' "runs/$name/progress.jsonl" | tail -n 1
}
sft() { train sft; }
# goes_on NAME START ROWS: from the adapter START, in one epoch.
goes_on() {
  train "$1" --set rows="$3" --set validation=rows/thought-validation.jsonl --set start="runs/$2/adapter" --set epochs=1
}
thought() { goes_on thought sft rows/thought.jsonl; }
seeds() {
  local seed
  for seed in 43 44; do SFT_SET="$SFT_SET --set seed=$seed" goes_on "thought-$seed" sft rows/thought.jsonl; done
}

# served COMMAND...: with the base and the adapters that are there behind one port.
served() {
  local one ids=() i
  grep -v -e '^adapters:' -e '^  ' "$HERE/serve.yaml" >serve.yaml
  for one in $ONLY; do if has $one; then echo 'adapters:' >>serve.yaml; break; fi; done
  for one in $ONLY; do if has $one; then grep "^  $one:" "$HERE/serve.yaml" >>serve.yaml; fi; done
  for i in $(seq "$SERVERS"); do
    rm -f "log/serve-$i.log"
    $TRAIN serve --config serve.yaml --set model="$MODEL" --set port="$PORT" --set share_port=true >"log/serve-$i.log" 2>&1 &
    ids+=($!)
  done
  for i in $(seq "$SERVERS"); do
    until grep -qs '"serving"' "log/serve-$i.log"; do
      kill -0 "${ids[$((i - 1))]}" 2>/dev/null || { tail -n 3 "log/serve-$i.log" >&2; return 1; }
      sleep 0.5
    done
  done
  PARLEY_SERVER_URL="http://127.0.0.1:$PORT/v1" "$@"
  stop "${ids[@]}"
}
# lab OUT EXPERIMENT: of the agents that are there.
lab() {
  if [ -f "$1/report.md" ]; then say "$1 is there"; return 0; fi
  cp "$HERE/$2" "$2"
  local one
  for one in $TRAINED; do
    case " $ONLY " in *" $one "*) if has $one; then continue; fi ;; esac
    sed -i "/compatible\/$one?/d" "$2"
  done
  say "$1: parley run $2"
  $PARLEY run "$2" --out "$1" --concurrency "$TABLES" ${COUNT:+--count $COUNT} >"log/$(basename "$1").log" 2>&1
  grep -e '│' -e 'games failed' "log/$(basename "$1").log" || true
}
zero() { served lab judged/zero selection.yaml; }
select_one() { served lab judged/selection selection.yaml; }
verdict() { served lab judged/verdict verdict.yaml; }
# round STUDENT NAME SEED: the student plays, its turns are labelled, and NAME goes on from it with these rows and a third of the lessons'.
round() {
  if has "$2"; then say "$2 is there"; return 0; fi
  sed -e "s|compatible/thought|compatible/$1|" -e "s|seed: [0-9]*|seed: $3|" "$HERE/students.yaml" >"students-$1.yaml"
  ONLY=$1 served students "$1"
  in_parts "rows/met-$1" --met "games/$1/episodes.jsonl" --student llm: --thoughts
  { cat rows/met-*.jsonl; awk 'NR % 3 == 0' rows/thought.jsonl; } >"rows/$2.jsonl"
  goes_on "$2" "$1" "rows/$2.jsonl"
}
students() {
  if [ -f "games/$1/report.md" ]; then return 0; fi
  $PARLEY run "students-$1.yaml" --out "games/$1" --concurrency "$TABLES" ${COUNT:+--count $COUNT} >"log/games-$1.log" 2>&1
}
dagger() { round thought dagger 1500000; }
again() { round dagger again 1600000; }

for stage in $STAGES; do
  begun=$(date +%s)
  say "== $stage"
  if [ "$stage" = select ]; then select_one; else $stage; fi
  say "== $stage: $(($(date +%s) - begun)) s"
done
