import type { ComponentProps } from 'react'

type Look = 'primary' | 'plain' | 'danger' | 'small' | 'wide'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look | readonly Look[]
  /** What it began is under way: it waits, and says so. */
  isBusy?: boolean
}

/** One primary button in a view; the rest is quiet. */
export const Button = ({ look = [], isBusy = false, type = 'button', onClick, ...given }: ButtonProps) => (
  <button
    {...given}
    type={type}
    className={['button', ...[look].flat()].join(' ')}
    aria-busy={isBusy || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  />
)
