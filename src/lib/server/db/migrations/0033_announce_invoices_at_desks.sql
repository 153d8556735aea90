-- Open desks count the invoices and the red forms that wait for a person.
CREATE TRIGGER invoice_desk_insert AFTER INSERT ON public.invoice FOR EACH ROW
  EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER invoice_desk_update AFTER UPDATE ON public.invoice FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR old.provider IS DISTINCT FROM new.provider)
  EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
-- A red form has no merchant of its own: it belongs to the seller of its blue invoice.
CREATE FUNCTION public.announce_red_form_desk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('desk_events', (SELECT merchant_id FROM public.invoice WHERE id = NEW.blue_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER red_form_desk_insert AFTER INSERT ON public.red_form FOR EACH ROW
  EXECUTE FUNCTION public.announce_red_form_desk();
--> statement-breakpoint
CREATE TRIGGER red_form_desk_update AFTER UPDATE ON public.red_form FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR old.closed_at IS DISTINCT FROM new.closed_at
    OR old.red_invoice_id IS DISTINCT FROM new.red_invoice_id)
  EXECUTE FUNCTION public.announce_red_form_desk();
