/** An export as a file. Not a plain link: the server may want its token, which a link cannot carry, and may refuse. */
import { addressOf, Problem } from '../api/client.ts';
import { serverToken } from '../api/token.ts';

/** `partial`: something could not be read, as the page says. The name of the file says it too: a CSV has no place for it. */
export async function download(run: string, format: 'csv' | 'json', chosen: object, partial: boolean): Promise<void> {
  const token = serverToken.get();
  const address = addressOf('/v1/runs/{run}/findings/export', {
    path: { run },
    query: { ...chosen, format, partial },
  } as never);
  const reply = await fetch(address, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } }).catch(
    () => {
      throw new Problem(0, 'offline', '');
    },
  );
  if (!reply.ok) {
    const { error } = await reply.json().catch(() => ({}));
    throw new Problem(reply.status, error?.code ?? 'failed', error?.message ?? reply.statusText);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await reply.blob());
  link.download = `${run}-findings${partial ? '-partial' : ''}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
