CREATE INDEX "points_order_to_ship" ON "points_order" USING btree ("created_at") WHERE status = 'to_ship';--> statement-breakpoint
-- Open desks count the points orders to ship and the cases of damaged things.
CREATE TRIGGER points_order_desk_insert AFTER INSERT ON public.points_order FOR EACH ROW
  WHEN (new.status = 'to_ship')
  EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER points_order_desk_update AFTER UPDATE ON public.points_order FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status)
  EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER points_case_desk_insert AFTER INSERT ON public.points_case FOR EACH ROW
  EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER points_case_desk_update AFTER UPDATE ON public.points_case FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION public.announce_platform_desk();
