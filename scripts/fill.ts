/** Fills a server for pictures: people who have played matches, so that the leaderboard has rows, and a corpus to rate. */
import { type Device, newDevice } from '../src/server/identities/device.fixture.ts';
import { writeCorpus } from '../src/server/ratings/corpus.fixture.ts';
import type { TestServer } from '../src/server/server.fixture.ts';

/** Each by how much of the way to its target it holds out for, and by how many matches it has played. */
const PEOPLE = [
  { name: 'Ada', holdsOut: 0.9, matches: 16 },
  { name: 'Meera', holdsOut: 0.5, matches: 16 },
  { name: 'Jonas', holdsOut: 0.1, matches: 14 },
  { name: 'Newcomer', holdsOut: 0.7, matches: 2 },
];

export async function fill(server: TestServer, runs: string): Promise<void> {
  writeCorpus(runs, 3);
  for (const [i, { name, holdsOut, matches }] of PEOPLE.entries()) {
    const device = newDevice(server.url, `10.0.0.${i + 1}`);
    await device.ask('POST /v1/identities', { kind: 'person', name });
    for (let n = 0; n < matches; n++) await playMatch(server, device, holdsOut);
  }
}

async function playMatch(server: TestServer, device: Device, holdsOut: number): Promise<void> {
  const ticket = (await device.ask('POST /v1/matches', { domain: 'price', patience: 0 })).json;
  const headers = { 'x-seat-token': ticket.token };
  for (;;) {
    const { result, you, turn, turnLimit } = (await server.ask(`GET /v1/games/${ticket.game}`, undefined, headers))
      .json;
    if (result) break;
    const { reservation, target } = you.own;
    const wants = reservation + (target - reservation) * holdsOut * (1 - turn / turnLimit / 1.5);
    const theirs = you.theirs?.offer.price;
    const takes = theirs !== undefined && (you.seat === 'buyer' ? theirs <= wants : theirs >= wants);
    const act = takes ? { type: 'accept' } : { type: 'offer', price: Math.round(wants * 100) / 100 };
    await server.ask(`POST /v1/games/${ticket.game}/acts`, { act, wait: 5 }, headers);
  }
  await device.ask(`GET /v1/matches/${ticket.id}`);
}
