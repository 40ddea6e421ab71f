/** What was dropped or chosen: one file, or a folder with the files that lie in it. */
export interface Dropped {
  readonly name: string;
  readonly file?: File;
  /** By their path in the folder. */
  readonly files: ReadonlyMap<string, File>;
}

/** Of a chooser: files of a folder carry their path. */
export function filesIn(chosen: FileList | null): Dropped | undefined {
  const [first] = chosen ?? [];
  if (!first) return undefined;
  const [folder = '', ...inside] = first.webkitRelativePath.split('/');
  if (inside.length === 0) return { name: first.name, file: first, files: new Map() };
  return {
    name: folder,
    files: new Map([...(chosen ?? [])].map((file) => [file.webkitRelativePath.slice(folder.length + 1), file])),
  };
}

export async function droppedIn({ items, files }: DataTransfer): Promise<Dropped | undefined> {
  const entry = items[0]?.webkitGetAsEntry();
  if (!entry?.isDirectory) return filesIn(files);
  const found = new Map<string, File>();
  await gather(entry as FileSystemDirectoryEntry, '', found);
  return { name: entry.name, files: found };
}

async function gather(folder: FileSystemDirectoryEntry, path: string, found: Map<string, File>): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A browser tells them a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      const name = `${path}${entry.name}`;
      if (entry.isDirectory) await gather(entry as FileSystemDirectoryEntry, `${name}/`, found);
      else
        found.set(
          name,
          await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
        );
    }
  }
}
