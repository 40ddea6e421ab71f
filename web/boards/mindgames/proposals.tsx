/** Three proposals by three attributes, with what was told of them; below, what each is worth to the listener, for who may see it. */
import type { Effect } from '../../../src/core/index.ts';
import { useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { type Known, knownOf } from './known.ts';
import style from './proposals.module.css';

/** What a person does with the cells: press them. */
interface Picking {
  readonly picked: (cell: number) => 'tell' | 'ask' | 'both' | undefined;
  readonly says: (cell: number) => string;
  onCell(cell: number): void;
}

const SIGNS: Readonly<Record<Effect, string>> = { [-1]: '▼', 0: '=', 1: '▲' };
/** Three attributes of which each counts one at most. */
const MOST = 3;

export function Proposals({ game, cards }: WatchProps) {
  return <ProposalTable known={knownOf(game, cards)} own={game.you?.seat === 'target'} />;
}

interface ProposalTableProps {
  readonly known: Known;
  readonly picking?: Picking;
  /** Whether who looks is the listener. */
  readonly own?: boolean;
}

export function ProposalTable({ known, picking, own = false }: ProposalTableProps) {
  const words = useWords();
  const feelings = own ? words.mindgames.yourFeelings : words.mindgames.feelings;
  const unheard = own ? words.mindgames.legend.yours : words.mindgames.legend.hidden;
  const { facts, effects, told, hidden, likes, goal, values, choice } = known;
  const now = values.at(-1);
  return (
    <div className={style.proposals}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words.mindgames.attribute}</span>
            </th>
            {facts.proposals.map((proposal) => (
              <th key={proposal} scope="col">
                {proposal}
                {proposal === goal && <span className={style.wanted}>{words.mindgames.wanted}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.attributes.map((attribute, a) => (
            <tr key={attribute}>
              <th scope="row">
                {words.scene(attribute)}
                <span className={style.feeling}>{likes[a] === undefined ? '\u00a0' : feelings[likes[a]]}</span>
              </th>
              {facts.proposals.map((proposal, p) => {
                const cell = p * facts.attributes.length + a;
                return (
                  <td key={proposal}>
                    <Cell
                      effect={effects[cell]}
                      told={told.has(cell)}
                      hidden={hidden?.has(cell) === true && !told.has(cell)}
                      cell={cell}
                      picking={picking}
                      unheard={unheard}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{own ? words.mindgames.worthToYou : words.mindgames.worth}</th>
            {facts.proposals.map((proposal, p) => (
              <td key={proposal} className={style.value} data-chosen={proposal === choice}>
                <Bar value={now?.[p]} />
                {now?.[p] === undefined ? '?' : signed(now[p])}
                <span className={style.feeling}>{proposal === choice ? words.mindgames.choosesNow : '\u00a0'}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className={style.legend}>
        <span>
          <i data-of="told" aria-hidden="true" />
          {words.mindgames.legend.told}
        </span>
        {hidden && (
          <span>
            <i data-of="hidden" aria-hidden="true" />
            {unheard}
          </span>
        )}
      </p>
    </div>
  );
}

interface CellProps {
  readonly effect: Effect | undefined;
  readonly told: boolean;
  readonly hidden: boolean;
  readonly cell: number;
  readonly picking: Picking | undefined;
  readonly unheard: string;
}

function Cell({ effect, told, hidden, cell, picking, unheard }: CellProps) {
  const words = useWords();
  const shown = (
    <>
      <span className={style.sign} aria-hidden="true">
        {effect === undefined ? '?' : SIGNS[effect]}
      </span>
      {effect === undefined ? (
        <span className="unseen">{words.mindgames.unknown}</span>
      ) : (
        words.mindgames.effects[effect]
      )}
      {told && <span className="unseen">, {words.mindgames.legend.told}</span>}
      {hidden && <span className="unseen">, {unheard}</span>}
    </>
  );
  if (!picking)
    return (
      <span className={style.cell} data-told={told} data-hidden={hidden}>
        {shown}
      </span>
    );
  const picked = picking.picked(cell);
  return (
    <button
      type="button"
      className={style.cell}
      data-told={told}
      data-hidden={hidden}
      data-picked={picked}
      aria-pressed={picked !== undefined}
      aria-label={picking.says(cell)}
      onClick={() => picking.onCell(cell)}
    >
      {shown}
    </button>
  );
}

function Bar({ value = 0 }: { readonly value: number | undefined }) {
  const share = (Math.abs(value) / MOST) * 50;
  return (
    <div className={style.bar} aria-hidden="true">
      <i style={{ left: `${value < 0 ? 50 - share : 50}%`, width: `${share}%` }} />
    </div>
  );
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}
