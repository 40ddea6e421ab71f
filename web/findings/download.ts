/** An export as a file. Not a plain link: the server may want its token, which a link cannot carry, and may refuse. */
import { addressOf, Problem } from '../api/client.ts';
import { serverToken } from '../api/token.ts';

export async function download(run: string, format: 'csv' | 'json', chosen: object): Promise<void> {
  const token = serverToken.get();
  const address = addressOf('/v1/runs/{run}/findings/export', { path: { run }, query: { ...chosen, format } } as never);
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
  link.download = `${run}-findings.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
