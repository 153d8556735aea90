/** OpenTelemetry traces: a span for each request, and one for each of its statements. Loaded only on demand. */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { routeName } from '#lib/server/core/metrics/route-name.ts';
import { traceStatements } from '#lib/server/core/metrics/traced-statements.ts';
import { env } from '#lib/server/core/process/env.ts';
import { onShutdown } from '#lib/server/core/process/lifecycle.ts';
import type { Exchange } from './exchange.ts';
import type { Watcher } from './watcher.ts';

/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT; the libraries read it and the other OTEL_ variables. */
export function watchByTraces(): Watcher {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'yaopi' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  onShutdown('traces', 'resources', () => provider.shutdown());
  const tracer = trace.getTracer('yaopi');
  traceStatements(tracer);

  /** Continues a trace that our own proxy has begun; one from outside could name anything. */
  function parentOf({ headers }: Exchange) {
    return env().TRUST_PROXY ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT;
  }

  function watch(exchange: Exchange, work: () => Promise<void>): Promise<void> {
    const { method, res, path, id } = exchange;
    const route = routeName(path);
    const parent = parentOf(exchange);
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'yaopi.request_id': id },
      },
      parent,
    );
    res.once('close', () => {
      span.setAttribute('http.response.status_code', res.statusCode);
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(parent, span), work);
  }

  return { watch };
}
