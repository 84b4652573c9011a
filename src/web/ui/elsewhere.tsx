import { words } from '../words/words.ts'
import { Button } from './button.tsx'
import { firstField, keepFocus } from './focus.ts'
import { Notice } from './notice.tsx'

interface ElsewhereProps {
  text: string
  onReload: (() => void) | undefined
  onKeep: () => void
}

/** Somebody else has changed what is being written here: it stays, until one wants it as it is now, or over that. */
export const Elsewhere = ({ text, onReload, onKeep }: ElsewhereProps) => (
  <Notice look="warn">
    <p>{text}</p>
    <div className="actions">
      <Button look="small" onClick={onReload && going(onReload)}>
        {words.reload}
      </Button>
      <Button look={['small', 'plain']} onClick={going(onKeep)}>
        {words.elsewhere.keep}
      </Button>
    </div>
  </Notice>
)

/** The button goes with what it says: one goes on in the form. */
const going = (act: () => void) => () => {
  keepFocus(firstField)
  act()
}
