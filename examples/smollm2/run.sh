#!/usr/bin/env bash
# SmolLM2-135M-Instruct as buyer, seller and generalist, with a dial, and by sft, grpo and dpo, each judged by the lab.
# README.md beside this file says what every stage writes. Nothing is done twice: what is there is kept.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: run.sh WORK [STAGE...]

Trains and judges everything in the folder WORK. Without a stage, all of them in order:
  rows       chat rows of CraigslistBargain, an expert's games, steps for the dial, games for grpo
  tune       sft: buyer, seller, generalist, expert
  dial       the dial and its control arm, what was asked for against what came out
  chain      grpo on the expert, pairs from its games, dpo on them, the verdict
  crossplay  base, buyer, seller and generalist, everybody against everybody
  presets    the seven experiments of the lab on the base
  probe      where base and expert look
A stage whose outputs are there is skipped, one that was stopped goes on. Stages may run at once, each in a shell of its own.

Environment:
  CRAIGSLIST  the folder with the files of CraigslistBargain (.jsonl or .json), for rows
  MODEL       the base (WORK/models/smollm2.gguf, pulled when it is not there)
  PARLEY      how parley is called (this checkout's dist, else npx parley)
  TRAIN       how the trainer is called ("$PARLEY train"; or "python3 -m parley_trainer" with trainer/ in PYTHONPATH)
  PYTHON      the Python of the helpers, with pyarrow (PARLEY_TRAINER_PYTHON, else python3)
  DEADLINE    seconds for everything; what is running then is stopped, and what is whole is kept
  PORT        8000: it, the next, and from PORT+90 to PORT+96 must be free
  PRESETS     which of the presets (all seven; TINY: janus-bench and seller-quality, which have options of their own)
  TINY        1 rehearses everything on a toy model with tiny counts, without a GPU
  SFT_SET DIAL_SET CALIBRATE_SET GRPO_SET DPO_SET SERVE_SET   further options of the trainer, such as "--set max_steps=12"
  GRPO_LIMIT  seconds after which grpo is stopped and what it has reached goes on (the whole deadline)
  PAIR_COUNT  scenarios of each of the 14 makers of pairs (10)
  COUNT       scenarios of every experiment in place of its own
  TABLES      games at once in the lab (192)
  SERVERS     processes that serve the models of a stage together, each with all of them (1)

Examples:
  CRAIGSLIST=corpora/craigslist examples/smollm2/run.sh work
  examples/smollm2/run.sh work crossplay presets
  DEADLINE=540 TRAIN="python3 -m parley_trainer" examples/smollm2/run.sh work chain
  TINY=1 CRAIGSLIST=corpora/craigslist examples/smollm2/run.sh rehearsal
HELP
}

ALL="rows tune dial chain crossplay presets probe"
case "${1:---help}" in -h | --help) usage; exit 0 ;; esac
WORK=$1; shift
STAGES=${*:-$ALL}
for stage in $STAGES; do
  case " $ALL " in *" $stage "*) ;; *) echo "run.sh: a stage is one of $ALL; got $stage" >&2; exit 2 ;; esac
done

HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
CRAIGSLIST=${CRAIGSLIST:+$(realpath "$CRAIGSLIST")}
MODEL=${MODEL:-models/smollm2.gguf}
if [ -z "${PARLEY:-}" ]; then
  if [ -f "$ROOT/dist/cli/main.js" ]; then PARLEY="node $ROOT/dist/cli/main.js"; else PARLEY="npx parley"; fi
fi
TRAIN=${TRAIN:-$PARLEY train}
PYTHON=${PYTHON:-${PARLEY_TRAINER_PYTHON:-python3}}
END=$(($(date +%s) + ${DEADLINE:-31536000}))
PORT=${PORT:-8000}
TABLES=${TABLES:-192}
SERVERS=${SERVERS:-1}
COUNT=${COUNT:-}
EPISODES=100000 EXPERT_ROWS=12000 EXPERT_HELD_OUT=500 STEPS_SET= MAKERS=14 PAIR_COUNT=${PAIR_COUNT:-10} GRPO_GAMES=256
SFT_SET=${SFT_SET:-} DIAL_SET=${DIAL_SET:-} CALIBRATE_SET=${CALIBRATE_SET:---set tables=700} GRPO_SET=${GRPO_SET:-}
DPO_SET=${DPO_SET:-} SERVE_SET=${SERVE_SET:-} PROBE_SET=
if [ -n "${TINY:-}" ]; then
  MODEL=toy COUNT=1 TABLES=64 PRESETS=${PRESETS:-janus-bench seller-quality}
  EPISODES=300 EXPERT_ROWS=24 EXPERT_HELD_OUT=8 STEPS_SET="--train 2 --held-out 1" MAKERS=2 PAIR_COUNT=2 GRPO_GAMES=8
  SFT_SET="--set max_steps=2 --set batch=2 --set max_length=4096"
  DIAL_SET="--set max_steps=2 --set batch=2 --set max_length=2048 --set eval_steps=4"
  CALIBRATE_SET="--set episodes=1 --set grid=[0.2,0.8] --set opponents=[\"clean:tit_for_tat\"] --set tables=32"
  GRPO_SET="--set max_steps=1 --set group=8 --set groups=1 --set context=4096 --set max_tokens=48 --set chunks=8"
  DPO_SET="--set max_steps=1 --set batch=2 --set max_length=4096"
  SERVE_SET="--set rows=64 --set context=4096"
  PROBE_SET="--set dialogues=2"
fi
mkdir -p "$WORK/log"
cd "$WORK"

say() { echo "[$(date +%T)] $*"; }
fail() { say "$*" >&2; exit 1; }
left() { local seconds=$((END - $(date +%s))); echo $((seconds > 1 ? seconds : 1)); }
late() { [ "$(date +%s)" -ge "$END" ]; }

# Everything that runs is a job of this shell, so that a stop reaches it by its id.
TEMP=$(mktemp -d)
stop_all() {
  local running
  trap '' INT TERM # a training finishes its step and saves: that is waited for
  running=$(jobs -p)
  [ -z "$running" ] || kill $running 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$TEMP"
}
trap stop_all EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND...: in the background until the deadline, its words in log/NAME.log; LAST is its id.
# Servers get LONGER: who plays on them is stopped first.
start() {
  local name=$1; shift
  timeout --kill-after=30 $(($(left) + ${LONGER:-0})) "$@" >"log/$name.log" 2>&1 &
  LAST=$!
}

# finish ID NAME: waits, and tells in words how it ended.
finish() {
  local code=0
  wait "$1" || code=$?
  [ "$code" = 0 ] && return 0
  if late; then say "$2: stopped, the time is over (log/$2.log)"; else say "$2: ended with $code: $(tail -n 1 "log/$2.log" | cut -c1-300) (log/$2.log)"; fi
  return "$code"
}

work() { local name=$1; start "$@"; finish $LAST "$name"; }

# ready NAME ID TEST...: waits until the test holds.
ready() {
  local name=$1 id=$2; shift 2
  for _ in $(seq 600); do
    ! "$@" || return 0
    kill -0 "$id" 2>/dev/null || fail "$name did not start: $(tail -n 1 "log/$name.log" | cut -c1-300)"
    late && fail "$name: the time is over"
    sleep 0.5
  done
  fail "$name is not ready after five minutes: see log/$name.log"
}
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
serves() { grep -qs -e '"serving"' -e 'serving .* at http' "log/$1.log"; }

free() { if listens "$1"; then fail "port $1 is taken: set PORT, such as PORT=9000"; fi; }
stop() { kill "$@" 2>/dev/null || true; wait "$@" 2>/dev/null || true; }

# game_server NAME PORT: parley serve, for games by the thousand.
game_server() {
  free "$2"
  LONGER=60 start "$1" $PARLEY serve --port "$2" --data "$TEMP/$1" --max-sessions 1500 --address-limit off --game-limit off --log error
  GAMES=$LAST
  ready "$1" "$GAMES" listens "$2"
}

# model_server NAME PORT FILE ADAPTER...: the trainer's serve with those adapters of FILE that are named and there.
model_server() { start_models "$@"; ready_models; }
start_models() {
  local name=$1-$2 port=$2 file=$3 one; shift 3
  free "$port"
  mkdir -p serve
  grep -v -e '^adapters:' -e '^  ' "$HERE/$file" >"serve/$name.yaml"
  echo 'adapters:' >"serve/$name.adapters"
  for one in "$@"; do
    if has "$one"; then grep "^  $one:" "$HERE/$file" >>"serve/$name.adapters"; else say "$one is not there and does not take part"; fi
  done
  if [ "$(wc -l <"serve/$name.adapters")" -gt 1 ]; then cat "serve/$name.adapters" >>"serve/$name.yaml"; fi
  rm "serve/$name.adapters"
  MODELS=() SERVING=()
  for one in $(seq "$SERVERS"); do
    rm -f "log/$name-$one.log" # what an earlier one said does not count
    LONGER=60 start "$name-$one" $TRAIN serve --config "serve/$name.yaml" --set model="$MODEL" --set port="$port" --set share_port=true $SERVE_SET
    MODELS+=("$LAST") SERVING+=("$name-$one")
  done
  export PARLEY_SERVER_URL="http://127.0.0.1:$port/v1"
}
# All of them, before the first game connects: who connects is dealt out among those that listen.
ready_models() { local one; for one in "${!MODELS[@]}"; do ready "${SERVING[$one]}" "${MODELS[$one]}" serves "${SERVING[$one]}"; done; }

# each_served EXPERIMENT FILE MODEL...: every model by processes of its own, as those of one process take turns; EXPERIMENT is told where.
each_served() {
  local experiment=$1 file=$2 port=$((PORT + 93)) one ids=() names=(); shift 2
  for one in "$@"; do
    start_models "$one-models" $port "$file" $(if has "$one"; then echo "$one"; fi)
    ids+=("${MODELS[@]}") names+=("${SERVING[@]}")
    sed -i "s|compatible/$one?|&url=http://127.0.0.1:$port/v1\&|" "$experiment"
    port=$((port + 1))
  done
  MODELS=("${ids[@]}") SERVING=("${names[@]}")
  ready_models
}

has() { [ -f "runs/$1/adapter/adapter_model.safetensors" ] || [ -f "runs/$1/adapter/dial_model.safetensors" ]; }
# A run is over when it has its card. An adapter without a log of its training was brought here, and is taken as it is.
trained() { [ -f "runs/$1/card.json" ] || { has "$1" && [ ! -f "runs/$1/progress.jsonl" ]; }; }

# train NAME RECIPE OPTIONS...: starts a training, or goes on with one; LAST is its id.
train() {
  local name=$1 recipe=$2; shift 2
  local again=
  [ ! -f "runs/$name/progress.jsonl" ] || again=--resume
  say "$name: $recipe $again"
  start "$name" $TRAIN "$recipe" --config "$HERE/$name.yaml" --set model="$MODEL" $again "$@"
}

# lab OUT EXPERIMENT OPTIONS...: parley run, from where it stopped.
lab() {
  local out=$1 experiment=$2; shift 2
  if [ -f "$out/report.md" ]; then say "$out is there"; return 0; fi
  local again=
  [ ! -f "$out/manifest.json" ] || again=--resume
  say "$out: parley run $(basename "$experiment") $*"
  work "lab-$(basename "$out")" $PARLEY run "$experiment" --out "$out" --concurrency "$TABLES" $again "$@" || return $?
  grep -e '│' -e '^[0-9,]* games failed' "log/lab-$(basename "$out").log" || true
}

need() { local one; for one in "$@"; do [ -f "$one" ] || fail "$WORK/$one is not there: run.sh $WORK $(maker "$one") makes it"; done; }
maker() { case "$1" in rows/*) echo rows ;; runs/grpo/* | runs/dpo/*) echo chain ;; *) echo tune ;; esac; }
base() {
  [ "$MODEL" = toy ] || [ -e "$MODEL" ] && return 0
  [ "$MODEL" = models/smollm2.gguf ] || fail "there is no model $MODEL: MODEL names a GGUF file or a folder"
  say "models/smollm2.gguf: parley models pull smollm2"
  PARLEY_HOME=$PWD work pull $PARLEY models pull smollm2 || fail "the model could not be had: bring it to $WORK/models/smollm2.gguf, or name it in MODEL"
}
has_gpu() { [ -z "${TINY:-}" ] && command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; }

# parallel ACTION NAME...: ACTION starts the work of one name; all at once on a GPU, else one after the other.
parallel() {
  local action=$1 one ids=() names=() bad=0; shift
  for one in "$@"; do
    "$action" "$one"
    if has_gpu; then ids+=("$LAST"); names+=("$one"); else finish "$LAST" "$(named "$action" "$one")" || bad=1; fi
  done
  for one in "${!ids[@]}"; do finish "${ids[$one]}" "$(named "$action" "${names[$one]}")" || bad=1; done
  return $bad
}
named() { if [ "$1" = calibrate ]; then echo "$2-calibration"; else echo "$2"; fi; }

rows_there() {
  local one
  for one in buyer seller generalist expert; do [ -s rows/$one/train.jsonl ] && [ -s rows/$one/validation.jsonl ] || return 1; done
  [ -f rows/decision_steps.parquet ] && [ -f rows/grpo_train.jsonl ] && [ -f rows/grpo_validation.jsonl ]
}
rows() {
  rows_there && { say "rows: all there"; return 0; }
  local files one part
  if [ ! -f data/craigslist/dialogues.jsonl ]; then
    [ -n "$CRAIGSLIST" ] || fail "rows needs the dialogues of CraigslistBargain: set CRAIGSLIST to the folder that has them (parley data import craigslist --download gets them)"
    files=$(find "$CRAIGSLIST" -maxdepth 1 \( -name '*.jsonl' -o -name '*.json' \) | sort)
    [ -n "$files" ] || fail "CRAIGSLIST=$CRAIGSLIST holds no .jsonl and no .json file: it must hold the dialogues of CraigslistBargain"
    work import $PARLEY data import craigslist $files --out data/craigslist
  fi
  for one in buyer seller generalist; do
    [ -f rows/$one/train.jsonl ] && continue
    work rows-$one $PARLEY data convert --in data/craigslist/dialogues.jsonl --format chatml --out rows/$one \
      $([ $one = generalist ] || echo --seat $one)
    if [ -n "${TINY:-}" ]; then for part in train validation; do sed -i 6q rows/$one/$part.jsonl; done; fi
    say "rows/$one: $(wc -l <rows/$one/train.jsonl) to train on, $(wc -l <rows/$one/validation.jsonl) to validate on"
  done
  for part in train validation; do
    [ -s rows/expert/$part.jsonl ] && continue
    local seed=1000000 general=200 listings=100 most=$EXPERT_ROWS
    [ $part = train ] || { seed=2000000 general=30 listings=15 most=$EXPERT_HELD_OUT; }
    lab games/general-$part "$HERE/expert-games.yaml" --scenarios general --count "${COUNT:-$general}" --seed $seed
    lab games/craigslist-$part "$HERE/expert-games.yaml" --scenarios data/craigslist/scenarios.jsonl:$part --count "${COUNT:-$listings}" --seed $seed
    work split-$part $PYTHON "$HERE/expert_games.py" games/general-$part games/craigslist-$part --out games/$part
    for one in buyer seller; do
      work convert-$part-$one $PARLEY data convert --in games/$part-$one.jsonl --seat $one --format chatml --out games/$part-rows-$one
    done
    work sample-$part $PYTHON "$HERE/expert_rows.py" games/$part-rows-buyer games/$part-rows-seller --count "$most" --out rows/expert/$part.jsonl
    say "$(tail -n 1 log/sample-$part.log)"
  done
  if [ ! -f rows/decision_steps.parquet ]; then
    mkdir -p tables
    rm -f tables/turns.jsonl tables/turns.jsonl.manifest.json
    work simulate-a $PARLEY simulate --episodes $EPISODES --registry janus-a --seed 11 --failures keep --out tables/turns.jsonl
    work simulate-b $PARLEY simulate --episodes $EPISODES --registry janus-b --seed 12 --failures keep --out tables/turns.jsonl --append
    work decision-steps $PARLEY data prepare decision-steps --in tables/turns.jsonl --out tables
    rm tables/turns.jsonl tables/turns.jsonl.manifest.json # large, and made again in a minute
    work dial-steps $PYTHON "$HERE/dial_steps.py" tables/decision_steps.parquet --out rows/decision_steps.parquet $STEPS_SET
    say "$(tail -n 1 log/dial-steps.log)"
  fi
  work grpo-rows $PYTHON "$HERE/grpo_rows.py" --count $GRPO_GAMES --seed 1000200 --out rows/grpo_train.jsonl
  work grpo-held-out $PYTHON "$HERE/grpo_rows.py" --count $((GRPO_GAMES / 4)) --seed 2000036 --selection --out rows/grpo_validation.jsonl
}

sft() { train "$1" sft $SFT_SET; }
tune() {
  local one open=()
  for one in buyer seller generalist expert; do
    if trained $one; then say "$one is trained"; else need rows/$one/train.jsonl rows/$one/validation.jsonl; open+=("$one"); fi
  done
  [ ${#open[@]} = 0 ] || { base; parallel sft "${open[@]}"; }
}

janus() { train "$1" janus $DIAL_SET; }
calibrate() {
  say "$1: calibrate"
  start "$1-calibration" $TRAIN janus calibrate --config "$HERE/$1.yaml" $FIT --set model="$MODEL" --set server="http://127.0.0.1:$((PORT + 1))" $CALIBRATE_SET
}
dial() {
  [ -f plots/calibration.svg ] && { say "plots/calibration.svg is there"; return 0; }
  local one open=()
  for one in dial control; do
    if trained $one; then say "$one is trained"; else need rows/decision_steps.parquet; open+=("$one"); fi
  done
  base
  [ ${#open[@]} = 0 ] || parallel janus "${open[@]}"
  game_server dial-games $((PORT + 1))
  FIT=--fit
  if ! parallel calibrate dial control; then
    late && fail "dial: the time is over; the games that were played are kept"
    say "dial: played without a map, the dial as it is" # a model that never agrees has nothing to fit a map to
    FIT=
    parallel calibrate dial control
  fi
  stop "$GAMES"
  work plot-calibration $PARLEY plot calibration --in runs/dial/calibration.jsonl --against runs/control/calibration.jsonl --out plots
}

# Where a step of the chain does not come about, the ones before it are judged all the same.
chain() {
  [ -f verdicts/verdict/report.md ] && { say "verdicts/verdict is there"; return 0; }
  need runs/expert/adapter/adapter_model.safetensors
  base
  if trained grpo; then say "grpo is trained"; else
    need rows/grpo_train.jsonl rows/grpo_validation.jsonl
    game_server chain-games "$PORT"
    local whole=$END limit=$(($(date +%s) + ${GRPO_LIMIT:-31536000}))
    [ "$limit" -ge "$END" ] || END=$limit
    train grpo grpo --set server="http://127.0.0.1:$PORT" $GRPO_SET
    finish $LAST grpo || true
    END=$whole
    stop "$GAMES"
  fi
  if has grpo && ! trained dpo; then pairs; fi
  if [ -s rows/pairs/pairs.jsonl ] && ! trained dpo; then
    train dpo dpo $DPO_SET
    finish $LAST dpo || true
  fi
  local agents=(smollm2 expert) one
  for one in grpo dpo; do if has $one; then agents+=($one); else say "$one is not there and does not take part"; fi; done
  cp "$HERE/verdict.yaml" verdict.yaml
  for one in grpo dpo; do has $one || sed -i "/compatible\/$one?/d" verdict.yaml; done
  each_served verdict.yaml serve-verdict.yaml "${agents[@]}"
  lab verdicts/verdict verdict.yaml ${COUNT:+--count $COUNT}
  stop "${MODELS[@]}"
}

# Two rollouts a scenario of what grpo left, colder and hotter, against scripts that it has met.
pairs() {
  local ids=() i seat player='llm:compatible/grpo?reason=none&guards=off&temperature'
  [ -s rows/pairs/pairs.jsonl ] && { say "rows/pairs is there"; return 0; }
  model_server pairs-models $((PORT + 92)) serve-verdict.yaml grpo
  say "pairs: $MAKERS makers at once, $PAIR_COUNT scenarios each"
  for i in $(seq 0 $((MAKERS - 1))); do
    seat=$([ $((i % 2)) = 0 ] && echo buyer || echo seller)
    start pairs-$i $PARLEY data prepare pairs --a "$player=0.7" --b "$player=1.2" --seat "$seat" --scenarios general \
      --opponent worded:clean:tit_for_tat@templates --opponent worded:clean:boulware_firm@templates \
      --opponent worded:clean:linear_standard@templates --count "$PAIR_COUNT" --seed $((1001000 + 100 * i)) \
      --out pairs/$i $([ ! -f pairs/$i/manifest.json ] || echo --resume)
    ids+=("$LAST")
  done
  for i in "${!ids[@]}"; do finish "${ids[$i]}" "pairs-$i" || true; done
  stop "${MODELS[@]}"
  late && fail "pairs: the time is over; the games that were played are kept"
  mkdir -p rows/pairs
  cat pairs/*/pairs.jsonl >rows/pairs/part 2>/dev/null || true
  mv rows/pairs/part rows/pairs/pairs.jsonl
  say "pairs: $(wc -l <rows/pairs/pairs.jsonl)"
  [ -s rows/pairs/pairs.jsonl ] || say "no rollout was better than its twin in a turn that can be told apart, so there is nothing for dpo to learn"
}

crossplay() {
  [ -f verdicts/cross-play/report.md ] && { say "verdicts/cross-play is there"; return 0; }
  for one in buyer seller generalist; do need runs/$one/adapter/adapter_model.safetensors; done
  base
  model_server cross-models $((PORT + 91)) serve.yaml buyer seller generalist
  lab verdicts/cross-play "$HERE/cross-play.yaml" ${COUNT:+--count $COUNT}
  stop "${MODELS[@]}"
}

PRESETS=${PRESETS:-tournament janus-bench ladder tells seller-quality arena agreemate}
presets() {
  local one options open=
  for one in $PRESETS; do [ -f presets/$one/report.md ] || open="$open $one"; done
  [ -n "$open" ] || { say "presets: all there"; return 0; }
  need runs/generalist/adapter/adapter_model.safetensors
  base
  model_server preset-models $((PORT + 90)) serve.yaml generalist
  for one in $open; do
    late && fail "presets: the time is over; $one and what follows are left"
    options=${COUNT:+--count $COUNT}
    [ $one != janus-bench ] || options=${options:---count 30}
    [ $one != seller-quality ] || options="$options --judge compatible/generalist"
    lab presets/$one $one --model compatible/smollm2 $options || true
  done
  stop "${MODELS[@]}"
}

probe() {
  [ -f plots/attention.svg ] && { say "plots/attention.svg is there"; return 0; }
  need rows/expert/validation.jsonl runs/expert/adapter/adapter_model.safetensors
  base
  local set="--config $HERE/probe.yaml --set model=$MODEL $PROBE_SET"
  [ -f probe/base.json ] || work probe-base $TRAIN probe $set --set output=probe/base.json
  [ -f probe/expert.json ] || work probe-expert $TRAIN probe $set --set output=probe/expert.json --set adapter=runs/expert/adapter
  work plot-attention $PARLEY plot attention --in probe/expert.json --against probe/base.json --out plots
}

main() {
  local stage begun
  for stage in $STAGES; do
    late && fail "the time is over before $stage"
    begun=$(date +%s)
    say "== $stage"
    $stage
    say "== $stage: $(($(date +%s) - begun)) s"
  done
}
main; exit # read to here before anything runs: the file may change meanwhile
