import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceSettings } from '../../config.ts'
import type { Span, SpanDescription, Tracer } from './tracing.ts'
import { version } from './version.ts'

/** Milliseconds to export the last spans on shutdown. */
const lastExportWithin = 2_000

/** Milliseconds between log entries about an unreachable collector. */
const complainEvery = 60_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/**
 * Records spans and sends them by OTLP over HTTP in the background. At most 2048 spans wait, with strings of up to 2000 characters;
 * further ones are dropped.
 */
export function createTracer(settings: TraceSettings, log: Logger): Tracer {
  reportProblems(log)
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: 10_000,
  })
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({
        'service.name': settings.serviceName,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    ),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: 2_000, attributeCountLimit: 32 },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 2048, maxExportBatchSize: 512 })],
  })
  const tracer = provider.getTracer('kontor', version)
  const active = new AsyncLocalStorage<RecordedSpan>()
  const start = ({ name, kind, attributes }: SpanDescription, parent: Context) =>
    new RecordedSpan(
      tracer.startSpan(name, { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes: { ...attributes } }, parent),
    )
  return {
    startTrace(description, traceparent) {
      const parent = parseTraceparent(traceparent)
      return start(description, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT)
    },
    startSpan(describe) {
      const parent = active.getStore()?.span
      return parent && parent.spanContext().traceFlags & TraceFlags.SAMPLED
        ? start(describe(), trace.setSpan(ROOT_CONTEXT, parent))
        : undefined
    },
    within: (span, work) => active.run(span as RecordedSpan, work),
    traceparent() {
      const context = active.getStore()?.span.spanContext()
      return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & TraceFlags.SAMPLED}`
    },
    async stop() {
      const given = new AbortController()
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, pause(lastExportWithin, undefined, { signal: given.signal }).catch(() => {})])
      given.abort()
    },
  }
}

class RecordedSpan implements Span {
  readonly span: OtelSpan
  constructor(span: OtelSpan) {
    this.span = span
  }
  set(attributes: Parameters<Span['set']>[0]) {
    this.span.setAttributes(attributes)
  }
  fail(type: string) {
    this.span.setAttribute('error.type', type)
    this.span.setStatus({ code: SpanStatusCode.ERROR })
  }
  end() {
    this.span.end()
  }
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const name = sampler.replace('parentbased_', '') as keyof typeof roots
  const root = roots[name]()
  return sampler === name ? root : new ParentBasedSampler({ root })
}

const wellFormed = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/

/** Parses the remote parent (W3C Trace Context). */
function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = (typeof text === 'string' && wellFormed.exec(text)) || []
  if (!traceId || !spanId) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** Logs exporter problems at most once a minute. */
function reportProblems(log: Logger) {
  let quietUntil = 0
  const warn = (message: string) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + complainEvery
    // A collector's answer may be long and repeat what it was sent.
    log.warn({ detail: message.slice(0, 200) }, 'traces could not be exported')
  }
  const quiet = () => {}
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
