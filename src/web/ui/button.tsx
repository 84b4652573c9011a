import type { ComponentProps } from 'react'

type ButtonVariant = 'primary' | 'plain' | 'danger' | 'small' | 'wide'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant | readonly ButtonVariant[]
  /** What it began is under way: it waits, and says so. */
  isBusy?: boolean
}

/** One primary button in a view; the rest is quiet. One that is not possible keeps the focus, which would be nowhere else. */
export const Button = ({
  variant = [],
  isBusy = false,
  disabled = false,
  type = 'button',
  onClick,
  ...given
}: ButtonProps) => (
  <button
    {...given}
    type={type}
    className={['button', ...[variant].flat()].join(' ')}
    aria-busy={isBusy || undefined}
    aria-disabled={disabled || undefined}
    onClick={isBusy || disabled ? (event) => event.preventDefault() : onClick}
  />
)
