ALTER TABLE "invoice_seller" ADD COLUMN "inbound_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "invoice_follow" ON "invoice" USING btree ("next_at") WHERE state = 'issued' and next_at is not null;--> statement-breakpoint
CREATE FUNCTION public.follow_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.invoice SET next_at = now() WHERE color = 'blue' AND state = 'issued'
    AND id IN (SELECT invoice_id FROM public.invoice_line WHERE order_no = NEW.no);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_refunded AFTER UPDATE OF refunded_amount ON public."order" FOR EACH ROW WHEN (NEW.refunded_amount > OLD.refunded_amount) EXECUTE FUNCTION public.follow_refund();
