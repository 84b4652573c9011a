// Lets a signature be drawn; without it, it is typed.
const form = document.querySelector('form[data-sign]')
if (form) {
  const canvas = form.querySelector('canvas')
  const drawn = form.querySelector('input[name="drawn"]')
  const typed = form.querySelector('input[name="typed"]')
  const pads = { draw: form.querySelector('[data-pad="draw"]'), type: form.querySelector('[data-pad="type"]') }
  const modes = form.querySelectorAll('[data-mode]')
  const pen = canvas.getContext('2d')
  let isEmpty = true
  let last = null

  const clear = () => {
    const { width, height } = canvas.getBoundingClientRect()
    // Sharp on every screen, and small enough to be sent.
    const scale = Math.min(window.devicePixelRatio || 1, 1200 / Math.max(width, 1))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.strokeStyle = '#10213a'
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.lineWidth = 2.4 * scale
    isEmpty = true
  }
  const place = (event) => {
    const box = canvas.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) * canvas.width) / box.width,
      y: ((event.clientY - box.top) * canvas.height) / box.height,
    }
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    last = place(event)
  })
  canvas.addEventListener('pointermove', (event) => {
    if (!last) return
    const next = place(event)
    pen.beginPath()
    pen.moveTo(last.x, last.y)
    pen.lineTo(next.x, next.y)
    pen.stroke()
    last = next
    isEmpty = false
  })
  for (const end of ['pointerup', 'pointercancel'])
    canvas.addEventListener(end, () => {
      last = null
    })

  const choose = (mode) => {
    for (const button of modes) button.setAttribute('aria-pressed', String(button.dataset.mode === mode))
    for (const [name, pad] of Object.entries(pads)) pad.hidden = name !== mode
    typed.required = mode === 'type'
    if (mode === 'draw' && isEmpty) clear()
    form.dataset.mode = mode
  }
  for (const button of modes) button.addEventListener('click', () => choose(button.dataset.mode))
  form.querySelector('[data-clear]').addEventListener('click', clear)
  form.addEventListener('submit', () => {
    const draws = form.dataset.mode === 'draw'
    drawn.value = draws && !isEmpty ? canvas.toDataURL('image/png') : ''
    if (draws) typed.value = ''
  })
  form.querySelector('.modes').hidden = false
  choose(typed.value ? 'type' : 'draw')
}
