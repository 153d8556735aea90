-- Substring search over names. The extension is a trusted one: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"username" text,
	"display_username" text,
	"phone_number" text,
	"phone_number_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_username_unique" UNIQUE("username"),
	CONSTRAINT "user_phoneNumber_unique" UNIQUE("phone_number")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"merchant_id" integer,
	"name" text NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('flash', 'special', 'group_buy', 'combination', 'full_reduction', 'gift', 'add_on', 'cashback')),
	CONSTRAINT "activity_moments_in_order" CHECK ("activity"."starts_at" <= "activity"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "activity_goods" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"role" text DEFAULT 'subject' NOT NULL,
	"price" bigint,
	"quantity" integer DEFAULT 1 NOT NULL,
	"stock" integer,
	"sold" integer DEFAULT 0 NOT NULL,
	"company_limit" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "activity_goods_once" UNIQUE("activity_id","goods_id","role"),
	CONSTRAINT "activity_goods_not_oversold" CHECK ("activity_goods"."stock" is null or "activity_goods"."sold" <= "activity_goods"."stock"),
	CONSTRAINT "activity_goods_role_known" CHECK ("activity_goods"."role" in ('subject', 'gift', 'add_on', 'part')),
	CONSTRAINT "activity_goods_not_negative" CHECK ("activity_goods"."price" >= 0 and "activity_goods"."stock" >= 0 and "activity_goods"."sold" >= 0 and "activity_goods"."company_limit" >= 0),
	CONSTRAINT "activity_goods_quantity_positive" CHECK ("activity_goods"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "company_coupon" (
	"id" serial PRIMARY KEY NOT NULL,
	"coupon_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"status" text DEFAULT 'unused' NOT NULL,
	"trade_no" text,
	"balance" bigint,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "company_coupon_status_known" CHECK ("company_coupon"."status" in ('unused', 'held', 'used')),
	CONSTRAINT "company_coupon_not_negative" CHECK ("company_coupon"."balance" >= 0),
	CONSTRAINT "company_coupon_using_in_order" CHECK ("company_coupon"."valid_from" <= "company_coupon"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text DEFAULT 'coupon' NOT NULL,
	"merchant_id" integer,
	"name" text NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"threshold" bigint DEFAULT 0 NOT NULL,
	"value" bigint NOT NULL,
	"total" integer NOT NULL,
	"claimed" integer DEFAULT 0 NOT NULL,
	"per_company" integer DEFAULT 1 NOT NULL,
	"is_newcomer_only" boolean DEFAULT false NOT NULL,
	"claim_from" timestamp with time zone NOT NULL,
	"claim_to" timestamp with time zone NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	CONSTRAINT "coupon_not_overclaimed" CHECK ("coupon"."claimed" <= "coupon"."total"),
	CONSTRAINT "coupon_kind_known" CHECK ("coupon"."kind" in ('coupon', 'voucher')),
	CONSTRAINT "coupon_not_negative" CHECK ("coupon"."threshold" >= 0 and "coupon"."claimed" >= 0),
	CONSTRAINT "coupon_worth_something" CHECK ("coupon"."value" > 0 and "coupon"."per_company" > 0),
	CONSTRAINT "coupon_claiming_in_order" CHECK ("coupon"."claim_from" <= "coupon"."claim_to"),
	CONSTRAINT "coupon_using_in_order" CHECK ("coupon"."valid_from" <= "coupon"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "quota_use" (
	"company_id" integer NOT NULL,
	"scope" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "quota_use_company_id_scope_pk" PRIMARY KEY("company_id","scope"),
	CONSTRAINT "quota_not_negative" CHECK ("quota_use"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cart_line" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text DEFAULT 'normal' NOT NULL,
	"goods_id" integer,
	"activity_id" integer,
	"number" integer NOT NULL,
	"is_selected" boolean DEFAULT true NOT NULL,
	"is_saved_for_later" boolean DEFAULT false NOT NULL,
	"price_when_added" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_line_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","goods_id","activity_id"),
	CONSTRAINT "cart_line_positive" CHECK ("cart_line"."number" > 0),
	CONSTRAINT "cart_line_kind_known" CHECK ("cart_line"."kind" in ('normal', 'flash', 'group_buy', 'combination', 'add_on')),
	CONSTRAINT "cart_line_not_negative" CHECK ("cart_line"."price_when_added" >= 0)
);
--> statement-breakpoint
CREATE TABLE "account_manager" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"receiver" text NOT NULL,
	"phone" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"district" text NOT NULL,
	"region_code" text NOT NULL,
	"detail" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"credit_code" text,
	"buyer_type" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"region_code" text NOT NULL,
	"rank" smallint DEFAULT 0 NOT NULL,
	"is_temporary" boolean DEFAULT false NOT NULL,
	"min_shelf_life_days" integer DEFAULT 0 NOT NULL,
	"account_manager_id" integer,
	"head_id" integer,
	"first_paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_creditCode_unique" UNIQUE("credit_code"),
	CONSTRAINT "company_status_known" CHECK ("company"."status" in ('draft', 'reviewing', 'approved', 'rejected', 'changing', 'frozen', 'closed')),
	CONSTRAINT "company_buyer_type_known" CHECK ("company"."buyer_type" in ('pharmacy', 'chain_store', 'chain_head', 'distributor', 'clinic', 'hospital')),
	CONSTRAINT "company_not_negative" CHECK ("company"."rank" >= 0 and "company"."min_shelf_life_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "company_scope" (
	"company_id" integer NOT NULL,
	"scope" text NOT NULL,
	CONSTRAINT "company_scope_company_id_scope_pk" PRIMARY KEY("company_id","scope"),
	CONSTRAINT "company_scope_scope_known" CHECK ("company_scope"."scope" in ('化学药制剂', '抗生素', '中成药', '中药饮片', '中药材', '生化药品', '生物制品', '冷藏药品', '保健食品', '二类器械', '三类器械', '其他'))
);
--> statement-breakpoint
CREATE TABLE "member" (
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	"role" text NOT NULL,
	"order_limit" bigint,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_user_id_pk" PRIMARY KEY("user_id"),
	CONSTRAINT "member_role_known" CHECK ("member"."role" in ('owner', 'buyer', 'finance', 'receiver', 'viewer')),
	CONSTRAINT "member_not_negative" CHECK ("member"."order_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "paper" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"status" text DEFAULT 'approved' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_once" UNIQUE("company_id","kind","number"),
	CONSTRAINT "paper_kind_known" CHECK ("paper"."kind" in ('business_licence', 'drug_licence', 'practice_licence', 'legal_person_id', 'purchase_authorisation', 'food_licence', 'device_filing', 'invoice_details', 'quality_survey')),
	CONSTRAINT "paper_status_known" CHECK ("paper"."status" in ('reviewing', 'approved', 'rejected')),
	CONSTRAINT "paper_days_in_order" CHECK ("paper"."valid_from" <= "paper"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "brand" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "brand_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" serial PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"level" smallint NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "category_once" UNIQUE NULLS NOT DISTINCT("parent_id","kind","name")
);
--> statement-breakpoint
CREATE TABLE "controlled_grant" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "controlled_once" UNIQUE("company_id","goods_id"),
	CONSTRAINT "controlled_grant_status_known" CHECK ("controlled_grant"."status" in ('applied', 'granted', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "customer_price" (
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "customer_price_company_id_goods_id_pk" PRIMARY KEY("company_id","goods_id"),
	CONSTRAINT "customer_price_not_negative" CHECK ("customer_price"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"id" serial PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"warehouse_id" smallint DEFAULT 1 NOT NULL,
	"price" bigint NOT NULL,
	"member_price" bigint NOT NULL,
	"rank_prices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"market_price" bigint NOT NULL,
	"stock" integer NOT NULL,
	"pack_step" integer NOT NULL,
	"case_pack" integer NOT NULL,
	"min_quantity" integer DEFAULT 1 NOT NULL,
	"limit_quantity" integer DEFAULT 0 NOT NULL,
	"day_limit" integer DEFAULT 0 NOT NULL,
	"week_limit" integer DEFAULT 0 NOT NULL,
	"ladder_type" smallint DEFAULT 2 NOT NULL,
	"ladder" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lot_no" text DEFAULT '' NOT NULL,
	"produced_on" date,
	"expires_on" date,
	"buyer_types" text[],
	"is_controlled" boolean DEFAULT false NOT NULL,
	"control_class" text DEFAULT '' NOT NULL,
	"with_coupon" boolean DEFAULT true NOT NULL,
	"is_preferred" boolean DEFAULT false NOT NULL,
	"is_cold_chain" boolean DEFAULT false NOT NULL,
	"free_shipping_number" integer DEFAULT 0 NOT NULL,
	"rebate" bigint DEFAULT 0 NOT NULL,
	"flaw" text DEFAULT '' NOT NULL,
	"is_on_shelf" boolean DEFAULT true NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goods_once" UNIQUE("product_id","merchant_id","warehouse_id"),
	CONSTRAINT "goods_stock_not_negative" CHECK ("goods"."stock" >= 0),
	CONSTRAINT "goods_steps_positive" CHECK ("goods"."pack_step" > 0 and "goods"."min_quantity" > 0),
	CONSTRAINT "goods_not_negative" CHECK ("goods"."price" >= 0 and "goods"."member_price" >= 0 and "goods"."market_price" >= 0 and "goods"."limit_quantity" >= 0 and "goods"."day_limit" >= 0 and "goods"."week_limit" >= 0 and "goods"."free_shipping_number" >= 0 and "goods"."rebate" >= 0 and "goods"."sales" >= 0),
	CONSTRAINT "goods_case_positive" CHECK ("goods"."case_pack" > 0),
	CONSTRAINT "goods_days_in_order" CHECK ("goods"."produced_on" <= "goods"."expires_on")
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" serial PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"kind" text NOT NULL,
	"category_id" integer NOT NULL,
	"name" text NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"maker" text NOT NULL,
	"spec" text NOT NULL,
	"form" text NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"size" text DEFAULT '' NOT NULL,
	"approval_no" text DEFAULT '' NOT NULL,
	"national_code" text DEFAULT '' NOT NULL,
	"barcode" text DEFAULT '' NOT NULL,
	"video" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"mid_pack" integer NOT NULL,
	"case_pack" integer NOT NULL,
	"otc" text NOT NULL,
	"scope" text NOT NULL,
	"storage" text NOT NULL,
	"shelf_life_months" integer NOT NULL,
	"indications" text DEFAULT '' NOT NULL,
	"base_price" bigint NOT NULL,
	"market_price" bigint NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"maker_pinyin" text DEFAULT '' NOT NULL,
	"maker_initials" text DEFAULT '' NOT NULL,
	"row_hash" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_sku_unique" UNIQUE("sku"),
	CONSTRAINT "product_not_negative" CHECK ("product"."base_price" >= 0 and "product"."market_price" >= 0),
	CONSTRAINT "product_packs_positive" CHECK ("product"."mid_pack" > 0 and "product"."case_pack" > 0 and "product"."shelf_life_months" > 0)
);
--> statement-breakpoint
CREATE TABLE "favorite" (
	"user_id" text NOT NULL,
	"goods_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorite_user_id_goods_id_pk" PRIMARY KEY("user_id","goods_id")
);
--> statement-breakpoint
CREATE TABLE "goods_alert" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"kind" text NOT NULL,
	"price" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "goods_alert_kind_known" CHECK ("goods_alert"."kind" in ('stock', 'price')),
	CONSTRAINT "goods_alert_not_negative" CHECK ("goods_alert"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_memory" (
	"company_id" integer NOT NULL,
	"line" text NOT NULL,
	"product_id" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_memory_company_id_line_pk" PRIMARY KEY("company_id","line")
);
--> statement-breakpoint
CREATE TABLE "wanted" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"maker" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"price" bigint,
	"phone" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"goods_id" integer,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "wanted_once" UNIQUE("company_id","token"),
	CONSTRAINT "wanted_status_known" CHECK ("wanted"."status" in ('open', 'found', 'missing', 'withdrawn')),
	CONSTRAINT "wanted_not_negative" CHECK ("wanted"."price" >= 0),
	CONSTRAINT "wanted_quantity_positive" CHECK ("wanted"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" serial PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"short_name" text NOT NULL,
	"full_name" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"address" text NOT NULL,
	"licence_no" text NOT NULL,
	"kind" text NOT NULL,
	"speciality" text NOT NULL,
	"badges" text[] DEFAULT '{}' NOT NULL,
	"policies" text[] DEFAULT '{}' NOT NULL,
	"phone" text NOT NULL,
	"free_shipping_amount" bigint NOT NULL,
	"shipping_fee" bigint NOT NULL,
	"cold_chain_fee" bigint DEFAULT 0 NOT NULL,
	"min_order_amount" bigint DEFAULT 0 NOT NULL,
	"sales_regions" text[],
	"freight_rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "merchant_code_unique" UNIQUE("code"),
	CONSTRAINT "merchant_not_negative" CHECK ("merchant"."free_shipping_amount" >= 0 and "merchant"."shipping_fee" >= 0 and "merchant"."cold_chain_fee" >= 0 and "merchant"."min_order_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "merchant_paper" (
	"merchant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	CONSTRAINT "merchant_paper_merchant_id_kind_pk" PRIMARY KEY("merchant_id","kind"),
	CONSTRAINT "merchant_paper_kind_known" CHECK ("merchant_paper"."kind" in ('business_licence', 'drug_licence', 'practice_licence', 'legal_person_id', 'purchase_authorisation', 'food_licence', 'device_filing', 'invoice_details', 'quality_survey')),
	CONSTRAINT "merchant_paper_days_in_order" CHECK ("merchant_paper"."valid_from" <= "merchant_paper"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "order" (
	"no" text PRIMARY KEY NOT NULL,
	"trade_no" text NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"warehouse_id" smallint NOT NULL,
	"is_cold_chain" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"goods_amount" bigint NOT NULL,
	"discount_amount" bigint NOT NULL,
	"shipping_amount" bigint NOT NULL,
	"pay_amount" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"cashback_amount" bigint DEFAULT 0 NOT NULL,
	"rebate_amount" bigint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"reservations" jsonb NOT NULL,
	"cancel_reason" text,
	"deadline_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"receive_by" timestamp with time zone,
	"is_extended" boolean DEFAULT false NOT NULL,
	"completed_at" timestamp with time zone,
	"credited_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refund_bounded" CHECK ("order"."refunded_amount" <= "order"."pay_amount"),
	CONSTRAINT "order_status_known" CHECK ("order"."status" in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing', 'completed', 'cancelled', 'closed')),
	CONSTRAINT "order_not_negative" CHECK ("order"."goods_amount" >= 0 and "order"."discount_amount" >= 0 and "order"."shipping_amount" >= 0 and "order"."pay_amount" >= 0 and "order"."refunded_amount" >= 0 and "order"."cashback_amount" >= 0 and "order"."rebate_amount" >= 0),
	CONSTRAINT "order_adds_up" CHECK ("order"."pay_amount" = "order"."goods_amount" - "order"."discount_amount" + "order"."shipping_amount")
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"request_id" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_event_actor_known" CHECK ("order_event"."actor" in ('buyer', 'merchant', 'platform', 'provider', 'system')),
	CONSTRAINT "order_event_from_status_known" CHECK ("order_event"."from_status" in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing', 'completed', 'cancelled', 'closed')),
	CONSTRAINT "order_event_to_status_known" CHECK ("order_event"."to_status" in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing', 'completed', 'cancelled', 'closed')),
	CONSTRAINT "order_event_actor_named" CHECK ("order_event"."actor_id" <> '')
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"goods_id" integer NOT NULL,
	"kind" text DEFAULT 'normal' NOT NULL,
	"activity_id" integer,
	"snapshot" jsonb NOT NULL,
	"quantity" integer NOT NULL,
	"promo_quantity" integer DEFAULT 0 NOT NULL,
	"set_quantity" integer,
	"unit_price" bigint NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"paid" bigint NOT NULL,
	"rebate" bigint DEFAULT 0 NOT NULL,
	"price_trace" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shipped_quantity" integer DEFAULT 0 NOT NULL,
	"refunded_quantity" integer DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"earned_by" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "order_line_kind_known" CHECK ("order_line"."kind" in ('normal', 'flash', 'group_buy', 'combination', 'add_on', 'gift')),
	CONSTRAINT "order_line_not_negative" CHECK ("order_line"."promo_quantity" >= 0 and "order_line"."unit_price" >= 0 and "order_line"."gross" >= 0 and "order_line"."discount" >= 0 and "order_line"."paid" >= 0 and "order_line"."rebate" >= 0 and "order_line"."shipped_quantity" >= 0 and "order_line"."refunded_quantity" >= 0 and "order_line"."refunded_amount" >= 0),
	CONSTRAINT "order_line_pieces" CHECK ("order_line"."quantity" > 0 and "order_line"."promo_quantity" <= "order_line"."quantity" and "order_line"."set_quantity" > 0),
	CONSTRAINT "order_line_adds_up" CHECK ("order_line"."paid" = "order_line"."gross" - "order_line"."discount"),
	CONSTRAINT "order_line_sent_bounded" CHECK ("order_line"."shipped_quantity" <= "order_line"."quantity"),
	CONSTRAINT "order_line_refund_bounded" CHECK ("order_line"."refunded_quantity" <= "order_line"."quantity" and "order_line"."refunded_amount" <= "order_line"."paid")
);
--> statement-breakpoint
CREATE TABLE "trade" (
	"no" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"kind" text DEFAULT 'normal' NOT NULL,
	"pay_amount" bigint NOT NULL,
	"paid_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"address" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trade_kind_known" CHECK ("trade"."kind" in ('normal', 'flash', 'group_buy')),
	CONSTRAINT "trade_not_negative" CHECK ("trade"."pay_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"no" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"provider_no" text,
	"part_of" text,
	"remote_state" text,
	"ask_at" timestamp with time zone,
	"fail_reason" text,
	"voucher_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_provider_once" UNIQUE("provider","provider_no"),
	CONSTRAINT "payment_part_once" UNIQUE("part_of"),
	CONSTRAINT "payment_status_known" CHECK ("payment"."status" in ('pending', 'paid', 'failed', 'closed', 'refunded')),
	CONSTRAINT "payment_remote_state_known" CHECK ("payment"."remote_state" in ('requested', 'sent', 'unknown', 'done', 'failed')),
	CONSTRAINT "payment_not_negative" CHECK ("payment"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_trade" (
	"pay_no" text NOT NULL,
	"trade_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"is_given_back" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_trade_pay_no_trade_no_pk" PRIMARY KEY("pay_no","trade_no"),
	CONSTRAINT "payment_trade_not_negative" CHECK ("payment_trade"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"no" text PRIMARY KEY NOT NULL,
	"pay_no" text NOT NULL,
	"order_no" text,
	"company_id" integer NOT NULL,
	"provider" text NOT NULL,
	"provider_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"ask_at" timestamp with time zone,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refund_status_known" CHECK ("refund"."status" in ('requested', 'sent', 'unknown', 'done', 'failed')),
	CONSTRAINT "refund_amount_positive" CHECK ("refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_charge" (
	"no" text PRIMARY KEY NOT NULL,
	"pay_no" text NOT NULL,
	"merchant" text NOT NULL,
	"amount" bigint NOT NULL,
	"is_paid" boolean NOT NULL,
	"notify_url" text NOT NULL,
	"notify_at" timestamp with time zone,
	"notifies_left" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_charge_not_negative" CHECK ("sandbox_charge"."amount" >= 0 and "sandbox_charge"."notifies_left" >= 0 and "sandbox_charge"."tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_order" (
	"pay_no" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_refund" (
	"no" text PRIMARY KEY NOT NULL,
	"charge_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_refund_amount_positive" CHECK ("sandbox_refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "demo" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_one" CHECK ("demo"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "demo_goods" (
	"first_id" integer PRIMARY KEY NOT NULL,
	"last_id" integer NOT NULL,
	"demo_id" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "demo_goods_in_order" CHECK ("demo_goods"."first_id" <= "demo_goods"."last_id")
);
--> statement-breakpoint
CREATE TABLE "heartbeat" (
	"id" smallint PRIMARY KEY NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	CONSTRAINT "heartbeat_one" CHECK ("heartbeat"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"company_id" integer NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
CREATE TABLE "job_failure" (
	"job" text NOT NULL,
	"row_key" text NOT NULL,
	"tries" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"error" text NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_failure_job_row_key_pk" PRIMARY KEY("job","row_key"),
	CONSTRAINT "job_failure_tries_positive" CHECK ("job_failure"."tries" > 0)
);
--> statement-breakpoint
CREATE TABLE "job_lease" (
	"job" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"carrier" text NOT NULL,
	"tracking_no" text NOT NULL,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_once" UNIQUE("order_no","tracking_no")
);
--> statement-breakpoint
CREATE TABLE "shipment_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"shipment_id" integer NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_lot" (
	"id" serial PRIMARY KEY NOT NULL,
	"shipment_id" integer NOT NULL,
	"order_line_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"produced_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"quantity" integer NOT NULL,
	"test_report" text DEFAULT '' NOT NULL,
	"trace_codes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "shipment_lot_quantity_positive" CHECK ("shipment_lot"."quantity" > 0),
	CONSTRAINT "shipment_lot_days_in_order" CHECK ("shipment_lot"."produced_on" <= "shipment_lot"."expires_on")
);
--> statement-breakpoint
CREATE TABLE "ad" (
	"id" serial PRIMARY KEY NOT NULL,
	"slot" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"approval_no" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ad_moments_in_order" CHECK ("ad"."starts_at" <= "ad"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"ref" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_once" UNIQUE("company_id","ref")
);
--> statement-breakpoint
CREATE TABLE "nav_link" (
	"id" serial PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "nav_link_kind_known" CHECK ("nav_link"."kind" in ('nav', 'float'))
);
--> statement-breakpoint
CREATE TABLE "search_history" (
	"user_id" text NOT NULL,
	"keywords" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_history_user_id_keywords_pk" PRIMARY KEY("user_id","keywords")
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"request_id" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_actor_known" CHECK ("audit_log"."actor" in ('buyer', 'merchant', 'platform', 'provider', 'system')),
	CONSTRAINT "audit_log_actor_named" CHECK ("audit_log"."actor_id" <> '')
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"merchant_id" integer,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_password_initial" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_username_unique" UNIQUE("username"),
	CONSTRAINT "staff_role_known" CHECK ("staff"."role" in ('admin', 'review', 'goods', 'marketing', 'finance', 'service', 'orders')),
	CONSTRAINT "staff_role_of_side" CHECK (case when "staff"."merchant_id" is null then "staff"."role" in ('admin', 'review', 'goods', 'marketing', 'finance', 'service') else "staff"."role" in ('admin', 'goods', 'orders', 'finance', 'service') end),
	CONSTRAINT "staff_username_small" CHECK ("staff"."username" <> '' and "staff"."username" = lower("staff"."username"))
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "points_ledger" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"use_type" text NOT NULL,
	"amount" integer NOT NULL,
	"balance_after" integer NOT NULL,
	"ref" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_ledger_once" UNIQUE("company_id","use_type","ref"),
	CONSTRAINT "points_ledger_use_type_known" CHECK ("points_ledger"."use_type" in ('order', 'refund', 'adjust')),
	CONSTRAINT "points_ledger_not_negative" CHECK ("points_ledger"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "voucher_ledger" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_coupon_id" integer NOT NULL,
	"use_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"ref" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_ledger_once" UNIQUE("company_coupon_id","use_type","ref"),
	CONSTRAINT "voucher_ledger_use_type_known" CHECK ("voucher_ledger"."use_type" in ('issue', 'pay', 'give_back', 'refund')),
	CONSTRAINT "voucher_ledger_not_negative" CHECK ("voucher_ledger"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "wallet_not_negative" CHECK ("wallet"."balance" >= 0 and "wallet"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_ledger" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"use_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"ref" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_ledger_once" UNIQUE("company_id","use_type","ref"),
	CONSTRAINT "wallet_ledger_use_type_known" CHECK ("wallet_ledger"."use_type" in ('top_up', 'pay', 'refund', 'rebate', 'cashback', 'adjust')),
	CONSTRAINT "wallet_ledger_not_negative" CHECK ("wallet_ledger"."balance_after" >= 0)
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_goods" ADD CONSTRAINT "activity_goods_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_goods" ADD CONSTRAINT "activity_goods_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_coupon" ADD CONSTRAINT "company_coupon_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_coupon" ADD CONSTRAINT "company_coupon_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_use" ADD CONSTRAINT "quota_use_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_account_manager_id_account_manager_id_fk" FOREIGN KEY ("account_manager_id") REFERENCES "public"."account_manager"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_head_id_company_id_fk" FOREIGN KEY ("head_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_scope" ADD CONSTRAINT "company_scope_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper" ADD CONSTRAINT "paper_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD CONSTRAINT "controlled_grant_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD CONSTRAINT "controlled_grant_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price" ADD CONSTRAINT "customer_price_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price" ADD CONSTRAINT "customer_price_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_alert" ADD CONSTRAINT "goods_alert_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_alert" ADD CONSTRAINT "goods_alert_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_alert" ADD CONSTRAINT "goods_alert_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_memory" ADD CONSTRAINT "purchase_memory_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_memory" ADD CONSTRAINT "purchase_memory_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_paper" ADD CONSTRAINT "merchant_paper_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_trade_no_trade_no_fk" FOREIGN KEY ("trade_no") REFERENCES "public"."trade"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade" ADD CONSTRAINT "trade_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade" ADD CONSTRAINT "trade_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_part_of_payment_no_fk" FOREIGN KEY ("part_of") REFERENCES "public"."payment"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_trade" ADD CONSTRAINT "payment_trade_pay_no_payment_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."payment"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_trade" ADD CONSTRAINT "payment_trade_trade_no_trade_no_fk" FOREIGN KEY ("trade_no") REFERENCES "public"."trade"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_pay_no_payment_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."payment"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_charge_no_sandbox_charge_no_fk" FOREIGN KEY ("charge_no") REFERENCES "public"."sandbox_charge"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_goods" ADD CONSTRAINT "demo_goods_demo_id_demo_id_fk" FOREIGN KEY ("demo_id") REFERENCES "public"."demo"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_event" ADD CONSTRAINT "shipment_event_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lot" ADD CONSTRAINT "shipment_lot_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lot" ADD CONSTRAINT "shipment_lot_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_history" ADD CONSTRAINT "search_history_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_ledger" ADD CONSTRAINT "voucher_ledger_company_coupon_id_company_coupon_id_fk" FOREIGN KEY ("company_coupon_id") REFERENCES "public"."company_coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_ledger" ADD CONSTRAINT "wallet_ledger_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "activity_kind" ON "activity" USING btree ("kind","starts_at","ends_at");--> statement-breakpoint
CREATE INDEX "activity_goods_goods" ON "activity_goods" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "company_coupon_company" ON "company_coupon" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "company_coupon_trade" ON "company_coupon" USING btree ("trade_no");--> statement-breakpoint
CREATE INDEX "address_company" ON "address" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "address_one_default" ON "address" USING btree ("company_id") WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE INDEX "member_company" ON "member" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "goods_merchant" ON "goods" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "product_video" ON "product" USING btree ("video") WHERE video <> '';--> statement-breakpoint
CREATE INDEX "product_category" ON "product" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "product_generic" ON "product" USING btree ("name","spec");--> statement-breakpoint
CREATE UNIQUE INDEX "goods_alert_open" ON "goods_alert" USING btree ("user_id","goods_id","kind") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "wanted_company" ON "wanted" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "order_company" ON "order" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "order_trade" ON "order" USING btree ("trade_no");--> statement-breakpoint
CREATE INDEX "order_due" ON "order" USING btree ("status","deadline_at");--> statement-breakpoint
CREATE INDEX "order_receive_due" ON "order" USING btree ("status","receive_by");--> statement-breakpoint
CREATE INDEX "order_credit_due" ON "order" USING btree ("completed_at") WHERE credited_at is null and completed_at is not null;--> statement-breakpoint
CREATE INDEX "order_event_order" ON "order_event" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "order_line_order" ON "order_line" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "order_line_goods" ON "order_line" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "trade_company" ON "trade" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "trade_deadline" ON "trade" USING btree ("deadline_at");--> statement-breakpoint
CREATE INDEX "payment_company" ON "payment" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "payment_ask" ON "payment" USING btree ("ask_at") WHERE "payment"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_trade_trade" ON "payment_trade" USING btree ("trade_no");--> statement-breakpoint
CREATE INDEX "refund_pay" ON "refund" USING btree ("pay_no");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "refund_status" ON "refund" USING btree ("status");--> statement-breakpoint
CREATE INDEX "sandbox_charge_pay" ON "sandbox_charge" USING btree ("pay_no");--> statement-breakpoint
CREATE INDEX "sandbox_charge_due" ON "sandbox_charge" USING btree ("notify_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "shipment_event_shipment" ON "shipment_event" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "ad_slot" ON "ad" USING btree ("slot","sort");--> statement-breakpoint
CREATE INDEX "message_company" ON "message" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_key","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_merchant" ON "staff" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_age" ON "staff_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "points_ledger_company" ON "points_ledger" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "voucher_ledger_voucher" ON "voucher_ledger" USING btree ("company_coupon_id","id");--> statement-breakpoint
CREATE INDEX "wallet_ledger_company" ON "wallet_ledger" USING btree ("company_id","id");