import type { ComponentProps } from 'react'

type ButtonVariant = 'primary' | 'plain' | 'danger' | 'small' | 'wide'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant | readonly ButtonVariant[]
  /** The action is running: the button ignores clicks and sets `aria-busy`. */
  isBusy?: boolean
}

/** A view has one primary button. A disabled button stays focusable, as the focus would be lost otherwise. */
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
