import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { words } from '../words/words.ts'
import { Button } from './button.tsx'

/** Text that is there to be copied. */
export function Copied({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="copied">
      <input
        className="input"
        aria-label={label}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={copy}>
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
      </Button>
    </div>
  )
}
