/** How long a browser may take to begin: none says when it has. */
const KEPT_FOR = 60_000;

/** Saves what was read as a file, as a link to one would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
