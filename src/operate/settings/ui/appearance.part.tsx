import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormPage, FormSection, RadioList } from '#kit/ui/form/form-parts.tsx';
import { chooseMotion, type MotionChoice, motionChosen } from '#kit/ui/motion.ts';
import { settingsText } from './settings-text.hook.ts';

/** How it looks on this device; kept in the browser alone. */
export function Appearance() {
  const say = settingsText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // what was chosen is known in the browser only: until then the page shows what the server could know
  const [alive, setAlive] = useState<'yes' | 'no'>('no');
  const [motion, setMotion] = useState<MotionChoice>('system');
  useEffect(() => {
    setAlive('yes');
    setMotion(motionChosen());
  }, []);
  return (
    <FormPage>
      <FormSection id="scheme" title={say('appearance.scheme')} hint={say('appearance.hint')}>
        <RadioList
          label={say('appearance.scheme')}
          value={alive === 'yes' ? colorScheme : 'auto'}
          onChange={setColorScheme}
          options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, title: say(`appearance.schemes.${value}`) }))}
        />
      </FormSection>
      <FormSection id="motion" title={say('appearance.motion')}>
        <RadioList
          label={say('appearance.motion')}
          value={motion}
          onChange={(value) => {
            chooseMotion(value);
            setMotion(value);
          }}
          options={(['system', 'less'] as const).map((value) => ({
            value,
            title: say(`appearance.motions.${value}.title`),
            text: say(`appearance.motions.${value}.text`),
          }))}
        />
      </FormSection>
    </FormPage>
  );
}
