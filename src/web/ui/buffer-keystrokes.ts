const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']
const isOfBrowser = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || isComposing || modifiers.includes(key) || /^F\d+$/.test(key)

/** Inserts text as if typed. */
function fill(field: HTMLInputElement | HTMLTextAreaElement, data: string) {
  const { selectionStart: start, selectionEnd: end } = field
  if (data === '' || start === null || end === null) return
  field.setRangeText(data, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data, bubbles: true }))
}

const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })

/** Buffers keystrokes until the element they are meant for has loaded. Escape cancels. */
export function bufferKeystrokes(onEscape: () => void) {
  let typed = ''
  let isSubmitted = false
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfBrowser(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key === 'Enter') isSubmitted = true
    else if (event.key.length === 1) typed += event.key
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  const stop = () => removeEventListener('keydown', onKeyDown, { capture: true })
  return {
    stop,
    /** Replays them into the focused field of the dialog. */
    replay() {
      stop()
      const field = document.activeElement
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (!isField || !field.closest('.dialog')) return
      fill(field, typed)
      if (isSubmitted) field.dispatchEvent(enter())
    },
  }
}
