import { words } from '../words/words.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Somebody else has changed what is being written here: it stays, until one wants it as it is now. */
export const Elsewhere = ({ text, onReload }: { text: string; onReload: (() => void) | undefined }) => (
  <Notice look="warn">
    {text}{' '}
    <Button look="small" onClick={onReload}>
      {words.reload}
    </Button>
  </Notice>
)
