CREATE TABLE "invoice_delivery" (
	"invoice_id" integer NOT NULL,
	"way" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"next_at" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"fault" text DEFAULT '' NOT NULL,
	"asked" smallint DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_delivery_invoice_id_way_pk" PRIMARY KEY("invoice_id","way"),
	CONSTRAINT "invoice_delivery_way_known" CHECK ("invoice_delivery"."way" in ('mail', 'sms')),
	CONSTRAINT "invoice_delivery_state_known" CHECK ("invoice_delivery"."state" in ('waiting', 'sending', 'sent', 'failed')),
	CONSTRAINT "invoice_delivery_not_negative" CHECK ("invoice_delivery"."tries" >= 0 and "invoice_delivery"."asked" >= 0)
);
--> statement-breakpoint
CREATE TABLE "demo_mail" (
	"id" serial PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_event" DROP CONSTRAINT "invoice_event_act_known";--> statement-breakpoint
ALTER TABLE "invoice_delivery" ADD CONSTRAINT "invoice_delivery_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_delivery_due" ON "invoice_delivery" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "demo_mail_created" ON "demo_mail" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "invoice_event" ADD CONSTRAINT "invoice_event_act_known" CHECK ("invoice_event"."act" in ('asked', 'sent', 'running', 'unsealed', 'issued', 'failed', 'void', 'retried', 'entered', 'stored', 'delivered', 'resent', 'red_asked', 'red_moved', 'noted'));