// Shows times by the clock of whoever looks, until they choose another; without it, by that of the host.
const zones = document.querySelector('select[name="zone"]')
if (zones) {
  const address = new URL(window.location.href)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isKnown = [...zones.options].some(({ value }) => value === own)
  if (!address.searchParams.has('zone') && isKnown && zones.value !== own) {
    address.searchParams.set('zone', own)
    window.location.replace(address)
  }
  zones.addEventListener('change', () => zones.form.submit())
}
