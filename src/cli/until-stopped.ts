// Not SIGHUP: to listen to it would undo nohup.
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls it at Ctrl-C or a SIGTERM, until what it gives back is called; asked a second time, the process ends at once. */
export function whenStopped(stop: () => void): () => void {
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, first);
  };
  const first = () => {
    ignore();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, first);
  return ignore;
}

/** Waits for Ctrl-C or a SIGTERM; asked a second time, the process ends at once. */
export async function untilStopped(): Promise<void> {
  let stopping = false;
  await new Promise<void>((resolve) => {
    const stop = () => {
      if (stopping) process.exit(1);
      stopping = true;
      resolve();
    };
    // `on`, not `once`: a library of node-llama-cpp ends the process at a signal when no other listener is left.
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}
