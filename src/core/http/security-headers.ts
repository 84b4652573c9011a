import type { FastifyReply, FastifyRequest } from 'fastify'

/** RFC 6797. Without includeSubDomains, because subdomains may belong to others. */
const strictTransport = 'max-age=31536000'

/** Features that our pages do not use. Passkeys and the clipboard keep their defaults. */
const unusedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'usb'],
]

/**
 * Sets what holds for the answers of every route; pages and documents have a Content-Security-Policy of their own. Other sites may show what a signed
 * address leads to, as they may any download; nothing else is embedded (Fetch Standard, Cross-Origin-Resource-Policy). CORS
 * requests are not affected.
 */
export function createSecurityHeaders(publicUrl: string) {
  const always = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': strictTransport }),
  }
  return ({ routeOptions }: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers(always)
      .header('cross-origin-resource-policy', routeOptions.config?.isSigned ? 'cross-origin' : 'same-origin')
}
