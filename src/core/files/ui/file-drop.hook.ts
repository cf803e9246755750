import { type DragEvent, useState } from 'react';

/** Takes files that are dropped on an element; `data-files` is `over` while they are held above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState<'over' | undefined>(undefined);
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    'data-files': over,
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver('over');
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(undefined);
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(undefined);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
