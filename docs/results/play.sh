#!/bin/sh
# Plays the scripted pages of this folder again, or those named, and puts their reports here: docs/results/play.sh WORK [PAGE ...]
# No model; about 20 minutes of one core. What WORK holds already is not played again.
set -eu
work=${1:?give a folder for the runs}
shift
wanted=" $* "
here=$(cd "$(dirname "$0")" && pwd)
parley() { node "$here/../../dist/cli/main.js" "$@"; }

play() { # page, then what parley run takes
  page=$1
  shift
  [ "$wanted" = '  ' ] || case $wanted in *" $page "*) ;; *) return 0 ;; esac
  [ -f "$work/$page/report.md" ] || parley run "$@" --out "$work/$page"
  parley report "$work/$page" >/dev/null
  {
    cat "$work/$page/report.md"
    printf '\nPlayed by `parley run'
    for word; do
      case $word in *[?\&]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '`; no model took part.\n'
    case $page in persuasion*) printf '\nThe words of this page: [persuasion](persuasion.md#words).\n' ;; esac
  } >"$here/$page.md"
}

keeper='shopkeeper@templates?persona='
reader='sauda@templates?steering=bayesian&tells='
play tournament tournament
play janus-bench janus-bench --count 30 --agent registry:janus-b
play seller-quality seller-quality --agent "${keeper}default" --agent "${keeper}firm" --agent "${keeper}flexible" --agent "${keeper}deceptive"
play arena arena --agent bazaar:smart --agent bazaar:naive --agent bazaar:rule_based --agent clean:boulware_firm
play ladder docs/results/ladder.yaml
play tells tells --agent "${reader}patterns" --agent "${reader}off"
play persuasion-arms persuasion --count 150 --agent random_cells --agent own_taste --agent say_all --agent greedy --agent best_set --agent 'best_set?asks=inferential' --agent 'best_set?asks=informational' --agent ask_first --agent bayes
play persuasion-ptom persuasion-ptom --count 150 --agent ptom:generic --agent ptom:own_taste --agent ptom:greedy --agent ptom:bayes
play persuasion-trace persuasion-trace --count 120 --agent trace:assert --agent trace:direct --agent trace:adaptive --agent trace:bayes
