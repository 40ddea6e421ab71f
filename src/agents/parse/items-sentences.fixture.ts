/**
 * Sentences of the items game, written by hand before the reader of whole replies was tuned on them. In `bag` this seat is
 * left one of three books and one of two hats; the other side keeps the rest. An offer gives what this seat keeps.
 */
import type { ItemsTable } from './items-replies.fixture.ts';

type Row = readonly [table: ItemsTable, sentence: string, expected: string];

export const itemsSentences: Readonly<Record<'plain' | 'tricky', readonly Row[]>> = {
  plain: [
    ['bag', 'Deal, thanks.', 'accept'],
    ['bag', 'I accept your split.', 'accept'],
    ['bag', 'I accept your proposal, thank you.', 'accept'],
    ['bag', 'Okay, agreed.', 'accept'],
    ['bag', 'That works for me.', 'accept'],
    ['bag', 'Fine, I agree to that split.', 'accept'],
    ['bag', "Deal! I'll take one book and one hat.", 'accept'],
    ['bag', 'Done, you have a deal.', 'accept'],
    ['bag', 'Theek hai, done.', 'accept'],
    ['bag', 'No thanks.', 'reject'],
    ['bag', 'I reject that split.', 'reject'],
    ['bag', "I'm out, goodbye.", 'walk'],
    ['bag', 'I give up.', 'walk'],
    ['bag', 'I take all the books and you take the rest.', 'offer 3,0,0'],
    ['bag', 'I want two books and the ball, you get one book and both hats.', 'offer 2,0,1'],
    ['bag', 'How about I get 2 books and 1 hat, and you get the rest?', 'offer 2,1,0'],
  ],
  tricky: [
    ['bag', 'I agree, that is one way to see it.', 'words'],
    ['bag', 'Agreed, you want a lot. I would need the books.', 'words'],
    ['bag', 'Agreed, the books are the best.', 'words'],
    ['bag', 'Deal, but I also want the ball.', 'words'],
    ['bag', 'Deal if you add the ball.', 'words'],
    ['bag', 'Deal, provided I get the ball.', 'words'],
    ['bag', 'I accept as long as I keep a hat more.', 'words'],
    ['bag', 'You say "deal", I say the ball is mine.', 'words'],
    ['bag', 'My partner says: agreed.', 'words'],
    ['bag', 'I accept! Just kidding.', 'words'],
    ['bag', 'Deal? Not like this.', 'words'],
    ['bag', 'I accept. Can I have one more hat?', 'words'],
    ['bag', 'Works for me, except for the ball.', 'words'],
    ['bag', 'I give up the ball, but not the books.', 'words'],
    ['bag', "I'm out of ideas.", 'words'],
    ['bag', 'No hats for me, thanks.', 'words'],
    ['bag', 'Who gets the ball if I take all the books?', 'words'],
    ['bag', 'My friend said I take the books and you take the rest.', 'words'],
    ['bag', 'I would never take all the books and leave you the rest.', 'words'],
    ['bag', 'Last time I took all the books and you took the rest.', 'words'],
    ['bag', 'Theek hai, lekin ball mujhe do.', 'words'],
    ['bag', 'I pass the ball to my son sometimes.', 'words'],
  ],
};
