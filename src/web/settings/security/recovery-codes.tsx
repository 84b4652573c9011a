import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { messages as page } from './security.messages.ts'

const messages = page.secondFactor

/** Shows recovery codes. They cannot be shown again. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title={messages.codes} isOpen onClose={onDone} isQuestion>
      <Notice variant="warn">{messages.codesText}</Notice>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions start">
        <CopyButton text={text} />
        <a className="button" href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="kontor.txt">
          <Download size={16} aria-hidden />
          {messages.download}
        </a>
      </div>
      <div className="actions">
        <Button variant="primary" onClick={onDone}>
          {messages.kept}
        </Button>
      </div>
    </Dialog>
  )
}
