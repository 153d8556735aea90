ALTER TABLE "live_event" DROP CONSTRAINT "live_event_kind_known";--> statement-breakpoint
ALTER TABLE "live_room" DROP CONSTRAINT "live_room_not_negative";--> statement-breakpoint
ALTER TABLE "live_room" ADD COLUMN "coupon_budget" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_event" ADD CONSTRAINT "live_event_kind_known" CHECK ("live_event"."kind" in ('start', 'end', 'picture', 'pin', 'unpin', 'drop', 'question', 'answer', 'notice', 'chapter', 'mute'));--> statement-breakpoint
ALTER TABLE "live_room" ADD CONSTRAINT "live_room_not_negative" CHECK ("live_room"."likes" >= 0 and "live_room"."peak" >= 0 and "live_room"."coupon_budget" >= 0);--> statement-breakpoint
-- The desks count rooms that wait for the review, those of today, and questions of rooms on air.
CREATE TRIGGER live_room_desk_update AFTER UPDATE ON public.live_room FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE FUNCTION public.announce_live_question_desk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('desk_events', (SELECT merchant_id::text FROM live_room WHERE id = NEW.room_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER live_question_desk_insert AFTER INSERT ON public.live_question FOR EACH ROW
  EXECUTE FUNCTION public.announce_live_question_desk();
--> statement-breakpoint
CREATE TRIGGER live_question_desk_update AFTER UPDATE ON public.live_question FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION public.announce_live_question_desk();
