ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "balance_correction" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "site_setting" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_of_company" CHECK (("balance_correction"."company_id" is null) = ("balance_correction"."kind" in ('setting', 'staff_totp')));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'owner_phone', 'setting', 'staff_totp', 'order_refund'));--> statement-breakpoint
CREATE FUNCTION public.count_setting_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_setting_counted BEFORE UPDATE ON public.site_setting FOR EACH ROW WHEN (new.value IS DISTINCT FROM old.value) EXECUTE FUNCTION public.count_setting_version();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.audit_setting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  reason text := coalesce(current_setting('yaopi.reason', true), '');
BEGIN
  INSERT INTO audit_log (actor, actor_id, request_id, act, subject, subject_key, before, after)
  VALUES ('platform',
    coalesce(nullif(current_setting('yaopi.actor', true), ''), session_user::text),
    coalesce(current_setting('yaopi.request', true), ''),
    'setting.' || lower(TG_OP), 'setting', coalesce(NEW.key, OLD.key),
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('value', OLD.value) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('value', NEW.value)
      || CASE WHEN reason <> '' THEN jsonb_build_object('reason', reason) ELSE '{}' END END);
  RETURN NULL;
END $$;
