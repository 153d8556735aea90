ALTER TABLE "payment" ADD COLUMN "qr" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "qr_until" timestamp with time zone;