import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { Button, type ButtonProps } from './button.tsx'

interface CopyFieldProps {
  label: string
  text: string
  /** Whether the label is visible. Screen readers always get it. */
  isLabelled?: boolean
}

export function CopyField({ label, text, isLabelled = false }: CopyFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelled ? undefined : 'unseen'}>
        {label}
      </label>
      <div className="copy-field">
        <input id={id} className="input" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={text} />
      </div>
    </div>
  )
}

/** `label` names what is copied if no visible text does. */
export function CopyButton({
  text,
  label,
  variant = [],
}: { text: string; label?: string } & Pick<ButtonProps, 'variant'>) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button onClick={copy} variant={variant}>
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      <span aria-live="polite">{isCopied ? t.copied : t.copy}</span>
      {label && <span className="unseen"> {label}</span>}
    </Button>
  )
}
