CREATE TABLE "refund_diversion" (
	"id" serial PRIMARY KEY NOT NULL,
	"refund_no" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"way" text NOT NULL,
	"reason" text NOT NULL,
	"last_answer" text DEFAULT '' NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"word" text DEFAULT '' NOT NULL,
	"house_paid_at" timestamp with time zone,
	"settled_by" text,
	"settled_at" timestamp with time zone,
	"settled_word" text DEFAULT '' NOT NULL,
	CONSTRAINT "refund_diversion_state_known" CHECK ("refund_diversion"."state" in ('waiting', 'passed', 'refused', 'void')),
	CONSTRAINT "refund_diversion_way_known" CHECK ("refund_diversion"."way" in ('balance', 'bank')),
	CONSTRAINT "refund_diversion_two_people" CHECK ("refund_diversion"."decided_by" <> "refund_diversion"."asked_by"),
	CONSTRAINT "refund_diversion_decided" CHECK (("refund_diversion"."decided_by" is not null) = ("refund_diversion"."state" in ('passed', 'refused'))),
	CONSTRAINT "refund_diversion_twice_paid" CHECK ("refund_diversion"."house_paid_at" is null or "refund_diversion"."state" = 'passed'),
	CONSTRAINT "refund_diversion_settled" CHECK ("refund_diversion"."settled_at" is null or "refund_diversion"."house_paid_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_status_known";--> statement-breakpoint
ALTER TABLE "job_failure" ADD COLUMN "put_away_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_failure" ADD COLUMN "put_away_by" text;--> statement-breakpoint
ALTER TABLE "job_failure" ADD COLUMN "put_away_word" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_diversion" ADD CONSTRAINT "refund_diversion_refund_no_refund_no_fk" FOREIGN KEY ("refund_no") REFERENCES "public"."refund"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_diversion_once" ON "refund_diversion" USING btree ("refund_no") WHERE state in ('waiting', 'passed');--> statement-breakpoint
CREATE INDEX "refund_diversion_refund" ON "refund_diversion" USING btree ("refund_no","id");--> statement-breakpoint
CREATE INDEX "refund_diversion_twice" ON "refund_diversion" USING btree ("house_paid_at") WHERE house_paid_at is not null and settled_at is null;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_status_known" CHECK ("refund"."status" in ('requested', 'sent', 'unknown', 'failed', 'held', 'diverted', 'done'));
--> statement-breakpoint
-- A house that paid although the money had gone another way has less of it; the platform bears that until it has it back.
CREATE FUNCTION book_paid_twice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('sent_back', NEW.refund_no || ':twice', 'platform', 'corrections', 'house', provider, amount,
      NEW.house_paid_at)
    FROM refund WHERE no = NEW.refund_no;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_diversion_booked AFTER UPDATE OF house_paid_at ON refund_diversion FOR EACH ROW
  WHEN (NEW.house_paid_at IS NOT NULL AND OLD.house_paid_at IS NULL)
  EXECUTE FUNCTION book_paid_twice();
