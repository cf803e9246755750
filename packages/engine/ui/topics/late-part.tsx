import { type ComponentType, Suspense, useEffect, useState } from 'react';

const AGAIN_MS = 3000;

/** A part whose code is fetched when it is first drawn, and again while it cannot be had: a lost connection must not end the meeting's page. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LatePart(props: P) {
    const [loaded, setLoaded] = useState<{ Part: ComponentType<P> } | null>(null);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let gone = false;
      load().then(
        (Part) => gone || setLoaded({ Part }),
        () => {
          if (!gone) timer = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS);
        },
      );
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    }, [attempt]);
    // its words may come later than its code
    return (
      loaded && (
        <Suspense fallback={null}>
          <loaded.Part {...props} />
        </Suspense>
      )
    );
  };
}
