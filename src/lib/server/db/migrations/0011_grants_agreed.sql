ALTER TABLE "controlled_grant" DROP CONSTRAINT "controlled_grant_status_known";--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD CONSTRAINT "controlled_grant_status_known" CHECK ("controlled_grant"."status" in ('applied', 'agreed', 'granted', 'refused', 'withdrawn'));--> statement-breakpoint
-- A merchant's desks count the applications for its items that wait for its word.
CREATE FUNCTION public.announce_grant_desk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('desk_events', (SELECT merchant_id::text FROM goods WHERE id = NEW.goods_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER controlled_grant_shop_insert AFTER INSERT ON public.controlled_grant FOR EACH ROW
  EXECUTE FUNCTION public.announce_grant_desk();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_shop_update AFTER UPDATE ON public.controlled_grant FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status AND 'applied' IN (old.status, new.status))
  EXECUTE FUNCTION public.announce_grant_desk();
