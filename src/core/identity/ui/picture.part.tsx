import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPhotoUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import type { OwnProfile } from '../identity.contract.ts';
import { pictureFacts } from '../picture.rules.ts';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './profile.module.css';

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('the file could not be read'));
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(file);
  });

/** One's own picture. It saves by itself, so it stands outside of the form. */
export function PictureSection({ profile }: { profile: OwnProfile }) {
  const say = identityText();
  const identity = useIdentity();
  const queries = useQueryClient();
  const { fetchUser } = useAuth();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const work = async (busy: string, change: () => Promise<unknown>) => {
    setState({ busy, failure: '' });
    try {
      await change();
      await Promise.all([queries.invalidateQueries({ queryKey: ['user'] }), fetchUser()]);
      setState({ busy: '', failure: '' });
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  const send = (file: File | null) => {
    if (file === null) return;
    if (file.size > pictureFacts.bytes) return setState({ busy: '', failure: say('errors.bad_picture') });
    void work('set', async () => identity.setPicture({ body: { picture: await readBase64(file) } }));
  };
  return (
    <FormSection id="picture" title={say('picture.title')} hint={say('picture.hint')}>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <div className={s.picture}>
        <Face name={profile.name} size={64} picture={profile.picture} />
        <FileButton onChange={send} accept="image/png,image/jpeg,image/webp" inputProps={{ 'aria-label': say('picture.choose') }}>
          {(props) => (
            <Button size="md" loading={state.busy === 'set'} leftSection={<IconPhotoUp size={16} stroke={1.75} />} {...props}>
              {say(profile.picture === null ? 'picture.choose' : 'picture.replace')}
            </Button>
          )}
        </FileButton>
        {profile.picture !== null && (
          <Button
            size="md"
            variant="subtle"
            loading={state.busy === 'remove'}
            onClick={() => void work('remove', () => identity.removePicture({}))}
          >
            {say('picture.remove')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}
