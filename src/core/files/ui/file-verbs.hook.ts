import { IconArrowBackUp, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { Failure } from '#kit/errors.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { FileView, FolderView } from '../files.contract.ts';
import { libraryApi, useLibraryRefresh } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';

type NamedFile = Pick<FileView, 'id' | 'name'>;
/** What can be done with a file or a folder. What can be undone offers it; what is final asks first. */
export function useFileVerbs() {
  const say = filesText();
  const api = useApi(libraryApi);
  const ask = useAsk();
  const toast = useToast();
  const refresh = useLibraryRefresh();
  const restore = async ({ id, name }: NamedFile): Promise<void> => {
    await api.library.restoreFile({ params: { id } });
    await refresh();
    toast({ icon: IconArrowBackUp, text: say('done.restored', { name }) });
  };
  const binned = async (file: NamedFile): Promise<void> => {
    await refresh();
    toast({ icon: IconTrash, text: say('done.deleted', { name: file.name }), undo: () => restore(file) });
  };
  const remove = async (file: NamedFile): Promise<void> => {
    const params = { id: file.id };
    try {
      await api.library.removeFile({ params });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'in_use') throw error;
      const places = Array.isArray(error.data['in']) ? error.data['in'].join(', ') : '';
      const title = say('ask.used', { name: file.name, places });
      const sure = await ask({ title, lead: say('ask.usedLead'), verb: say('ask.delete'), safe: say('ask.keep') });
      if (!sure) return;
      await api.library.removeFile({ params, query: { used: 'too' } });
    }
    await binned(file);
  };
  const move = async (id: string, { id: folderId, name }: NamedFile): Promise<void> => {
    await api.library.changeFile({ params: { id }, body: { folderId } });
    await refresh();
    toast({ icon: IconFolderSymlink, text: say('done.moved', { name }) });
  };
  const moveFolder = async (id: string, { id: parentId, name }: NamedFile): Promise<void> => {
    if (id === parentId) return;
    await api.library.changeFolder({ params: { id }, body: { parentId } });
    await refresh();
    toast({ icon: IconFolderSymlink, text: say('done.moved', { name }) });
  };
  const purge = async ({ id, name }: NamedFile): Promise<void> => {
    const question = { title: say('ask.purge', { name }), lead: say('ask.purgeLead') };
    if (!(await ask({ ...question, verb: say('ask.delete'), safe: say('ask.keep') }))) return;
    await api.library.purgeFile({ params: { id } });
    await refresh();
  };
  const removeFolder = async ({ id, name }: Pick<FolderView, 'id' | 'name'>): Promise<void> => {
    const question = { title: say('ask.folder', { name }), lead: say('ask.folderLead') };
    if (!(await ask({ ...question, verb: say('ask.delete'), safe: say('ask.keep') }))) return;
    await api.library.removeFolder({ params: { id } });
    await refresh();
  };
  const chooseVersion = async ({ id, versionId }: { id: string; versionId: string }): Promise<void> => {
    await api.library.chooseVersion({ params: { id, versionId } });
    await refresh();
  };
  return { remove, restore, move, moveFolder, purge, removeFolder, chooseVersion };
}
