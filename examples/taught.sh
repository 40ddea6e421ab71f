# What the recipes of a negotiator and of a persuader share: rows by a teacher, trainings that go on where they stopped, a server of what was
# trained, the lab. Sourced by their run.sh with its arguments, where HERE, ALL (the stages), TRAINED (the adapters) and `usage` are set.
case "${1:---help}" in -h | --help) usage; exit 0 ;; esac
WORK=$1; shift
STAGES=${*:-$ALL}
for stage in $STAGES; do
  case " $ALL " in *" $stage "*) ;; *) echo "run.sh: a stage is one of $ALL; got $stage" >&2; exit 2 ;; esac
done
ROOT=$(cd "$HERE/../.." && pwd)
MODEL=${MODEL:-models/qwen}
# A file or folder is found from where one stands; the stages stand in WORK.
if [ -e "$MODEL" ]; then MODEL=$(cd "$(dirname "$MODEL")" && pwd)/$(basename "$MODEL"); fi
if [ -z "${PARLEY:-}" ]; then
  if [ -f "$ROOT/dist/cli/main.js" ]; then PARLEY="node $ROOT/dist/cli/main.js"; else PARLEY="npx parley"; fi
fi
TRAIN=${TRAIN:-$PARLEY train}
PARTS=${PARTS:-2} SERVERS=${SERVERS:-1} TABLES=${TABLES:-192} COUNT=${COUNT:-} ONLY=${ONLY:-$TRAINED} SFT_SET=${SFT_SET:-} GRPO_SET=${GRPO_SET:-} SERVE_SET=${SERVE_SET:-}
mkdir -p "$WORK/log"
cd "$WORK"

say() { echo "[$(date +%T)] $*"; }
fail() { echo "run.sh: $*" >&2; return 1; }
stop() { kill "$@" 2>/dev/null || true; wait "$@" 2>/dev/null || true; }
trap 'running=$(jobs -p); [ -z "$running" ] || stop $running' EXIT

# in_parts OUT OPTIONS...: the teacher's work by several processes, and all rows together in OUT.jsonl.
in_parts() {
  local out=$1 log i ids=() parts=(); shift
  log=log/$(basename "$out")
  if [ -f "$out.jsonl" ]; then say "$out.jsonl is there"; return 0; fi
  mkdir -p "$(dirname "$out")"
  for i in $(seq 0 $((PARTS - 1))); do
    $PARLEY data prepare lessons "$@" --part "$i/$PARTS" --out "$out/$i" >"$log-$i.log" 2>&1 &
    parts+=("$out/$i/train.jsonl")
    ids+=($!)
  done
  for i in "${ids[@]}"; do wait "$i" || { tail -qn 2 "$log"-*.log >&2; return 1; }; done
  together "$out.jsonl" "${parts[@]}"
  tail -qn 1 "$log"-*.log
}
together() {
  local out=$1; shift
  cat "$@" >"$out.part"
  [ -s "$out.part" ] || { fail "there is not one row for $out"; return 1; }
  mv "$out.part" "$out"
}

has() { [ -f "runs/$1/adapter/adapter_model.safetensors" ]; }
need() { local one; for one; do has "$one" || { fail "$one is not trained: run that stage first"; return 1; }; done; }
need_any() { local one; for one in $ONLY; do if has $one; then return 0; fi; done; fail "nothing of $ONLY is trained"; }
need_rows() { [ -f rows/train.jsonl ] || fail "there are no rows/train.jsonl: run stage lessons first"; }
# A name on the Hub is not looked for here.
need_model() { [ "$MODEL" != models/qwen ] || [ -e "$MODEL" ] || fail "there is no model at $PWD/$MODEL: set MODEL to a GGUF file, a folder or a name on the Hub (parley models pull qwen2.5-coder-1.5b gets one and says where it is)"; }
# Servers that share a port would answer for each other.
need_port() { if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then fail "port $1 is taken: end what listens there, or set PORT, such as PORT=9000"; fi; }
# train NAME RECIPE OPTIONS...: goes on from its last checkpoint where there is one.
train() {
  local name=$1 recipe=$2 again=; shift 2
  if [ -f "runs/$name/card.json" ]; then say "$name is trained"; return 0; fi
  need_model || return 1
  if [ -f "runs/$name/progress.jsonl" ]; then again=--resume; fi
  say "$name: $recipe, see $PWD/log/$name.log"
  $TRAIN "$recipe" --config "$HERE/$recipe.yaml" --set model="$MODEL" --set output="runs/$name" "$@" $again >"log/$name.log" 2>&1 ||
    { tail -n 3 "log/$name.log" >&2; return 1; }
  grep -h -e '"loss"' "runs/$name/progress.jsonl" | tail -n 1
}

# rewarded NAME ROWS OPTIONS...: grpo on the games of ROWS, over parley serve on the next port.
rewarded() {
  local name=$1 rows=$2 id; shift 2
  if has "$name" && [ -f "runs/$name/card.json" ]; then say "$name is trained"; return 0; fi
  need_port $((PORT + 1)) || return 1
  rm -f log/games.log
  $PARLEY serve --port $((PORT + 1)) --data log/games --max-sessions 1500 --address-limit off --game-limit off --log error >log/games.log 2>&1 &
  id=$!
  until grep -qs 'parley at' log/games.log; do
    kill -0 $id 2>/dev/null || { tail -n 3 log/games.log >&2; return 1; }
    sleep 0.5
  done
  train "$name" grpo --set server="http://127.0.0.1:$((PORT + 1))" --set rows="$rows" "$@"
  stop $id
}

# served COMMAND...: with the base and the adapters that are there behind one port.
served() {
  local one ids=() i
  need_model && need_port "$PORT" || return 1
  grep -v -e '^adapters:' -e '^  ' "$HERE/serve.yaml" >serve.yaml
  for one in $ONLY; do if has $one; then echo 'adapters:' >>serve.yaml; break; fi; done
  for one in $ONLY; do if has $one; then grep "^  $one:" "$HERE/serve.yaml" >>serve.yaml; fi; done
  for i in $(seq "$SERVERS"); do
    rm -f "log/serve-$i.log"
    $TRAIN serve --config serve.yaml --set model="$MODEL" --set port="$PORT" --set share_port=true $SERVE_SET >"log/serve-$i.log" 2>&1 &
    ids+=($!)
  done
  for i in $(seq "$SERVERS"); do
    until grep -qs -e '"serving"' -e 'serving .* at http' "log/serve-$i.log"; do
      kill -0 "${ids[$((i - 1))]}" 2>/dev/null || { tail -n 3 "log/serve-$i.log" >&2; return 1; }
      sleep 0.5
    done
  done
  PARLEY_SERVER_URL="http://127.0.0.1:$PORT/v1" "$@"
  stop "${ids[@]}"
}
# pruned FILE: the experiment here, with those trained agents alone that are there and asked for.
pruned() {
  local one
  cp "$HERE/$1" "$1"
  for one in $TRAINED; do
    case " $ONLY " in *" $one "*) if has $one; then continue; fi ;; esac
    sed -i "/compatible\/$one?/d" "$1"
  done
}
# lab OUT EXPERIMENT OPTIONS...: a run that was stopped goes on, and of one in which somebody failed in every game the failed games.
lab() {
  local out=$1 file=$2 log again=; shift 2
  log=log/$(echo "$out" | tr / -).log
  if [ -d "$out" ]; then again=--resume; fi
  if [ -f "$log.failed" ]; then again=--retry-failed; elif [ -f "$out/report.md" ]; then say "$out is there"; return 0; fi
  say "$out: parley run $file, see $PWD/$log"
  if ! $PARLEY run "$file" --out "$out" --concurrency "$TABLES" $again "$@" >"$log" 2>&1; then
    if [ -f "$out/report.md" ]; then : >"$log.failed"; fi
    tail -n 3 "$log" >&2
    return 1
  fi
  rm -f "$log.failed"
  grep -e '│' -e 'games failed' "$log" || true
}

# A stage is the function of its name; `select` is a word of the shell.
run_stages() {
  local stage begun
  for stage in $STAGES; do
    begun=$(date +%s)
    say "== $stage"
    case $stage in select) choose ;; *) "$stage" ;; esac
    say "== $stage: $(($(date +%s) - begun)) s"
  done
}
