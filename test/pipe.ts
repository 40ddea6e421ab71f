/** A named pipe where a file is expected. */
import { execFileSync, spawn } from 'node:child_process';

/** Gives back what ends it. Who reads it all the same is let go with nothing after a second, so that a test fails and does not hang. */
export function pipeAt(file: string): () => void {
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  const end = spawn('sh', ['-c', 'sleep 1; : > "$0"', file], { stdio: 'ignore', detached: true });
  return () => {
    try {
      process.kill(-(end.pid as number), 'SIGKILL');
    } catch {
      // Whoever looked after a second what the file is has let it go.
    }
  };
}
