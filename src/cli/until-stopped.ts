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
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });
}
