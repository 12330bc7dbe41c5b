/** What is typed while the palette is still on its way: its field begins with it. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useEarlyLetters(opened: boolean): RefObject<string> {
  const letters = useRef('');
  useLayoutEffect(() => {
    if (!opened) return;
    const keep = (event: KeyboardEvent): void => {
      if (document.querySelector('.palette-input') !== null) return;
      if (event.key === 'Backspace') letters.current = letters.current.slice(0, -1);
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) letters.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    letters.current = '';
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, [opened]);
  return letters;
}
