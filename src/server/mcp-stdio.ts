/** The MCP tools without a port: the same tables and storage, for one caller on this machine, who may use models. */
import { Tables } from './games/tables.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLimiter } from './limits.ts';
import { answerMcp } from './mcp.ts';
import { createPlayers } from './players.ts';
import { openStorage } from './storage/storage.ts';

export interface StdioTools {
  /** The answer to one line; undefined where none is due. */
  answer(line: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openTools(options: {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  readonly version: string;
}): Promise<StdioTools> {
  const storage = await openStorage({ url: options.databaseUrl, folder: options.dataFolder });
  const players = createPlayers(options.dataFolder);
  const tables = new Tables({ storage, players });
  const jobs = createJobs();
  const caller = { address: 'stdio', known: true, mayUseModels: true };
  const context = { tables, jobs, caller, limiter: createLimiter({}), version: options.version };
  return {
    async answer(line) {
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'the line is not JSON' } });
      }
      const answer = await answerMcp(message, context);
      return answer && JSON.stringify(answer);
    },
    async close() {
      await tables.close();
      await jobs.close();
      await storage.close();
      await players.close();
    },
  };
}
