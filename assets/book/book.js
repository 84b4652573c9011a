// Shows times by the clock of whoever looks, until they choose another; without it, by that of the host.
const zones = document.querySelector('select[name="zone"]')
if (zones) {
  const address = new URL(window.location.href)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Browsers may call a zone by a former name (Asia/Calcutta); the server knows it and shows today's.
  if (!address.searchParams.has('zone') && own && zones.value !== own) {
    address.searchParams.set('zone', own)
    window.location.replace(address)
  }
  // With a keyboard each arrow changes the choice: only the button shows the times then (WCAG 3.2.2).
  let isByPointer = false
  zones.addEventListener('pointerdown', () => {
    isByPointer = true
  })
  zones.addEventListener('keydown', () => {
    isByPointer = false
  })
  zones.addEventListener('change', () => {
    if (isByPointer) zones.form.submit()
  })
}
